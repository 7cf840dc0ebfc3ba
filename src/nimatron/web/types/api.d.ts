// The answers of the API by what is asked. scripts/api_types.py writes this file from web/schema.py.

declare namespace Api {
  interface Address {
    schema: "nimatron.address/1";
    addresses: string[];
    open: boolean;
    text: string;
  }

  interface Analysis {
    schema: "nimatron.analysis/1";
    position: string;
    misere: boolean;
    value: number | string | (number | string)[] | null;
    outcome: "N" | "P" | "D" | null;
    solution: "strong" | "weak" | "unresolved";
    because: Because;
    winning_count: number | string | null;
    winning_moves: Move[] | null;
    parts: Part[];
    drawing_count?: number | string | null;
    drawing_moves?: Move[] | null;
    known_move?: Move | null;
    value_not?: (number | string)[] | null;
    value_at_least?: number | string | null;
    trouble?: string | null;
    lines: Line[];
  }

  interface Automaton {
    c: number;
    s: number;
    title: string;
    step: number[][];
    accept: number[];
  }

  interface Because {
    kind: "theorem" | "period" | "kernel" | "search";
    name: string;
    source: string;
    status: "proved" | "observed";
    formal?: string;
  }

  interface Board {
    schema: "nimatron.position/1";
    position: string;
    title: string;
    rules: string[];
    how: string[];
    misere: boolean;
    winning_rule: WinningRule;
    summands: Summand[];
    pictures: (Picture | null)[];
    options: Choice[];
    more: boolean;
    ended: boolean;
  }

  interface Built {
    schema: "nimatron.built/1";
    position: string;
    summands: Dialled[];
    board: Board;
  }

  interface Choice {
    after: string;
    text: string;
    changes: string[];
  }

  interface Comparison {
    schema: "nimatron.compare/1";
    games: string[];
    result: "different" | "equal" | "equal-so-far";
    computed: number;
    first_difference: number | string | null;
    values: (number | string)[] | null;
    trouble: string | null;
    lines: Line[];
    commands: string[];
  }

  interface Curve {
    start: string;
    end: string;
    points: [number, number][];
  }

  interface Dial {
    name: string;
    label: string;
    kind: "number" | "list" | "set" | "text";
    of: "rules" | "state";
    min: number;
    max: number;
    least: number;
    most: number;
    values: (number | string)[];
  }

  interface Dialled {
    position: string;
    game: string;
    title: string;
    rules: string;
    dials: Dial[];
  }

  interface Discovery {
    schema: "nimatron.discovery/1";
    game: string;
    status: "proved" | "observed" | "unresolved";
    rule: string | null;
    sentence: boolean;
    numeration: string | null;
    states: number | null;
    values: "all" | number | null;
    side: number;
    refuted: number;
    reason: string;
    checked: boolean | null;
    automaton: Automaton | null;
    position: string;
    start: number[];
    numbers: string[];
    lines: Line[];
    commands: string[];
  }

  interface Drawing {
    schema: "nimatron.drawing/1";
    position: string;
    lines: (PaperLine | null)[];
    values: (string | null)[];
  }

  interface Edit {
    schema: "nimatron.edit/1";
    position: string;
    summands: Summand[];
    pictures: (Picture | null)[];
    editable: boolean[];
  }

  interface Explanation {
    schema: "nimatron.explanation/1";
    analysis: PlainAnalysis;
    steps: Record<string, any>[];
    nim_sum: string | null;
    lines: Line[];
    picture: Record<string, any> | null;
    sentence: string;
    reason: string;
    moves: Record<string, any>[];
    replies: Record<string, any>[];
    terms: Term[];
  }

  interface Explorable {
    id: string;
    title: string;
    rules: string;
    table: boolean;
    flat: boolean;
    names: boolean;
    usual: [number, number];
    sequence: "heap" | "coin" | null;
  }

  interface Explorables {
    schema: "nimatron.explorable/1";
    games: Explorable[];
  }

  interface Gallery {
    schema: "nimatron.gallery/1";
    pictures: Record<string, (Picture | null)[]>;
    moves: Record<string, string[]>;
  }

  interface Game {
    id: string;
    title: string;
    sample: string;
    rules: string;
    source: string;
    aliases: string[];
    group: "heaps" | "rows" | "coins" | "boards" | "graphs" | "own";
    brief: string;
    how: string;
    easy: string[];
    dials: Dial[];
  }

  interface Games {
    schema: "nimatron.games/1";
    groups: Level[];
    levels: Level[];
    opponents: Opponent[];
    joins: Join[];
    games: Game[];
  }

  interface Graph {
    schema: "nimatron.graph/1";
    text: string;
    vertices: string[];
    edges: [string, string][];
    values: (number | string | (number | string)[] | null)[];
    position: string | null;
    trouble: string | null;
    commands: string[];
  }

  interface Hint {
    schema: "nimatron.hint/1";
    step: number;
    outcome: "N" | "P" | "D" | null;
    text: string;
    after: string | null;
    changes: string[];
  }

  interface Induction {
    schema: "nimatron.induction/1";
    position: string;
    misere: boolean;
    rounds: Round[];
    patterns: Record<string, any>[];
    layout: "row" | "board" | "graph" | "list";
    start: number;
    states: Placed[];
    lines: Line[];
  }

  interface Join {
    sign: string;
    about: string;
  }

  interface Judged {
    schema: "nimatron.judged/1";
    lesson: string;
    step: string;
    right: boolean;
    said: string;
    reason: string;
    wrong: string[];
    hint: string;
    more: boolean;
    solution?: string | null;
  }

  interface LessonCard {
    id: string;
    title: string;
    aim: string;
    sample: string;
    steps: number;
  }

  interface Lesson {
    schema: "nimatron.lesson/1";
    id: string;
    path: string;
    title: string;
    aim: string;
    sample: string;
    steps: Record<string, any>[];
  }

  interface LessonPath {
    id: string;
    title: string;
    about: string;
    lessons: LessonCard[];
  }

  interface Lessons {
    schema: "nimatron.lessons/1";
    paths: LessonPath[];
  }

  interface Level {
    id: string;
    title: string;
    about: string;
  }

  interface Line {
    text: string;
    style: "" | "title" | "good" | "bad" | "dim";
  }

  interface Move {
    text: string;
    after: string;
    part: number | null;
  }

  interface Moved {
    text: string;
    after: string;
    part: number | null;
    told: Told;
    left: string;
    changes: string[];
    schema: "nimatron.move/1";
    board: Board;
  }

  interface Named {
    id: string;
    title: string;
  }

  interface Nimber {
    schema: "nimatron.nimber/1";
    expression: string;
    kind: "nimber" | "integer" | "roots";
    values: (number | string)[];
    operations: Operation[];
    notes: string[];
    text: string;
    steps: string[];
    commands: string[];
  }

  interface NimberTable {
    schema: "nimatron.nimber-table/1";
    operation: "product" | "sum";
    cells: number[][];
    commands: string[];
  }

  interface Operation {
    name: string;
    arguments: (number | string)[];
    results: (number | string)[];
    derivation: Record<string, any>[];
  }

  interface Opponent {
    id: string;
    title: string;
    about: string;
    next: string;
    start: string;
    games: string[];
  }

  interface PaperLine {
    region: number;
    boundary: number;
    place: number;
    boundary2: number;
    place2: number;
    left: number[];
    ends: number[];
    said: [string, string][];
  }

  interface Part {
    position: string;
    value: number | string | (number | string)[] | null;
    summand: number;
    because: Because;
  }

  interface Pattern {
    level: number;
    first: number;
    boundary: string;
  }

  interface Patterns {
    game: string;
    width: number;
    levels: Pattern[];
    returns: number | null;
    period: number | null;
    saltus: number | null;
    text: string;
  }

  interface Period {
    schema: "nimatron.period/1";
    game: string;
    status: "proved" | "observed" | "unresolved";
    preperiod: number | string | null;
    period: number | string | null;
    saltus: number | string | null;
    certificate: Record<string, any> | null;
    exceptions: number[] | null;
    last_exception: number | string | null;
    reason: string | null;
    computed: number | string | null;
    checked: number | null;
    unchecked: string | null;
    seconds: number | null;
    patterns: Patterns | null;
    lines: Line[];
    commands: string[];
  }

  interface Picture {
    name: string;
    width: number;
    height: number;
    shapes: Shape[];
    words: Words[];
    arrows: [string, string][];
    directed: boolean;
    lines: Row[];
    together: boolean;
    curves: Curve[];
  }

  interface Placed {
    text: string;
    x: number;
    y: number;
    position: string;
    outcome: "N" | "P" | "D" | null;
    value: number | string | null;
    length: number | null;
    options: number[] | null;
    pictures: (Picture | null)[];
  }

  interface PlainAnalysis {
    schema: "nimatron.analysis/1";
    position: string;
    misere: boolean;
    value: number | string | (number | string)[] | null;
    outcome: "N" | "P" | "D" | null;
    solution: "strong" | "weak" | "unresolved";
    because: Because;
    winning_count: number | string | null;
    winning_moves: Move[] | null;
    parts: Part[];
    drawing_count?: number | string | null;
    drawing_moves?: Move[] | null;
    known_move?: Move | null;
    value_not?: (number | string)[] | null;
    value_at_least?: number | string | null;
    trouble?: string | null;
  }

  interface Proof {
    schema: "nimatron.proof/1";
    name: string;
    statement: string;
    source: string;
    instance: string;
    expected: string;
    steps: ProofStep[];
    holds: boolean;
  }

  interface ProofStep {
    text: string;
    holds: boolean;
  }

  interface QuizAnswer {
    schema: "nimatron.quiz-answer/1";
    right: boolean;
    hint: string | null;
    wrong: string[];
    answer: string | null;
    solution: (number | string)[] | null;
    reason: Line[] | null;
  }

  interface QuizChoice {
    id: string;
    text: string;
  }

  interface Quiz {
    schema: "nimatron.quiz/1";
    kind: string;
    title: string;
    difficulty: "easy" | "medium" | "hard";
    seed: number;
    rules: string[];
    about: string | null;
    question: string;
    position: string | null;
    game: string | null;
    misere: boolean;
    form: "choice" | "number" | "numbers" | "moves";
    choices: QuizChoice[];
  }

  interface Quizzes {
    schema: "nimatron.quizzes/1";
    kinds: Named[];
    difficulties: Named[];
  }

  interface Reply {
    text: string;
    after: string;
    part: number | null;
    told: Told;
    left: string;
    changes: string[];
    how: "perfect" | "best" | "level" | "any";
    remark: string;
  }

  interface Round {
    mark: "N" | "P" | "D";
    states: string[];
  }

  interface Row {
    length: number;
    name: string;
  }

  interface Sequence {
    schema: "nimatron.sequence/1";
    game: string;
    wanted: number;
    computed: number;
    largest: number | string | null;
    values: (number | string)[];
    trouble: string | null;
    counts: "heap" | "coin";
    first: number;
    commands: string[];
  }

  interface Shape {
    id: string;
    kind: string;
    x: number;
    y: number;
    row: number;
    column: number;
    label: string;
    look: string;
    text: string;
    chips: string[];
    caption: string;
    mark: string;
  }

  interface SheetDocument {
    title: string;
    running: string;
    front: Record<string, any>[];
    key: Record<string, any>[];
  }

  interface SheetPdf {
    schema: "nimatron.sheet-pdf/1";
    pdf: string;
  }

  interface Sheets {
    schema: "nimatron.sheet/1";
    sheets: SheetDocument[];
    pdf: boolean;
  }

  interface Start {
    schema: "nimatron.start/1";
    position: string;
  }

  interface Summand {
    position: string;
    state: string;
    game: string;
    name: string;
  }

  interface Table {
    schema: "nimatron.table/1";
    game: string;
    misere: boolean;
    columns: string[];
    rows: string[];
    first: [number, number];
    cells: ((number | string | (number | string)[] | null)[])[];
    trouble: string | null;
    size: [number, number];
    row: number;
    commands: string[];
  }

  interface Term {
    term: string;
    meaning: string;
    anchor: string;
  }

  interface Told {
    computer: string;
    you: string;
    player: string;
  }

  interface Turn {
    schema: "nimatron.turn/1";
    you: Yours | null;
    computer: Reply | null;
    board: Board;
    idea: string | null;
    winner: "you" | "computer" | null;
  }

  interface WinningRule {
    normal: string;
    misere: string;
  }

  interface Words {
    x: number;
    y: number;
    text: string;
    anchor: "start" | "middle" | "end";
  }

  interface Yours {
    text: string;
    after: string;
    part: number | null;
    told: Told;
    left: string;
    changes: string[];
    pictures: (Picture | null)[] | null;
  }

  interface Answers {
    address: Address;
    analysis: Analysis;
    build: Built;
    cell: Analysis;
    comparison: Comparison;
    discovery: Discovery;
    drawing: Drawing;
    edit: Edit;
    explanation: Explanation;
    explorable: Explorables;
    gallery: Gallery;
    games: Games;
    graph: Graph;
    hint: Hint;
    induction: Induction;
    judge: Judged;
    lesson: Lesson;
    lessons: Lessons;
    move: Moved;
    nimber: Nimber;
    nimbers: NimberTable;
    period: Period;
    position: Board;
    proof: Proof;
    quiz: Quiz;
    "quiz-answer": QuizAnswer;
    quizzes: Quizzes;
    sequence: Sequence;
    sheet: Sheets;
    "sheet-pdf": SheetPdf;
    start: Start;
    sum: Start;
    table: Table;
    text: Start;
    turn: Turn;
  }
}
