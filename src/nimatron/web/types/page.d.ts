// The structures that several scripts of the page share. Answers of the API are in api.d.ts.

type Shape = Api.Shape;

/** A picture of the API, with the shapes that the last move took. */
type Picture = Api.Picture & { ghosts?: Shape[] };

type Point = { x: number; y: number };
type Room = { width: number; height: number };

/** Where a shape is, in pixels, and in which line on the screen. */
type Place = Point & { line: number };

/** A part of a line on the screen. */
type Lane = Place & Room;

type Label = { x: number; y: number; text: string; anchor?: string; size: number; look?: string };

/** Where everything on a board is. */
type Layout = Room & {
  cell: number;
  places: Full<string, Place>;
  lanes: Lane[];
  words: Label[];
  broken?: boolean;
  board?: Point & Room;
};

/** A move that a reader can make: `changes` are the shapes (`board:shape`) that it changes. */
type Move = Api.Choice;

/** A position of a match; `children` in the order of trial, `next`: where the reader went from here last, or -1. */
type MatchNode = {
  position: string;
  text: string;
  changes: string[];
  parent: number;
  children: number[];
  next: number;
  agreed?: boolean;
};

/** A move of the computer, or of another pupil, and the board after it. */
type Reply = { computer: Omit<Api.Reply, "how" | "perfect"> | null; board: Api.Board };

/** What a chooser makes of clicks. */
type Meant = { play?: Move; preview?: Move; ties?: Move[]; alike?: Move[]; possible?: Set<string> };

/** A refusal of the API, or a fault on the way to it. */
type Fault = Error & { offline?: boolean; status?: number; place?: number };

/** The values of a position or a heap, as the API writes them. */
type Value = number | string | (number | string)[] | null | undefined;

/** A part of a screen; `leave` ends what it is waiting for. */
type Part = { element: Child; leave?: () => void };

type Child = Node | string | number | boolean | null | undefined | readonly Child[];

type Handlers = {
  [K in keyof GlobalEventHandlersEventMap as `on${K}`]?: (event: On<GlobalEventHandlersEventMap[K]>) => unknown;
};

type Attributes = Handlers & { [name: string]: unknown };

/** Who answers questions on a page without a server. */
type Engine = { ask(url: string, signal?: AbortSignal): Promise<Response> };

type Match = import("../static/js/match.js").Match;
type Board = import("../static/js/board.js").Board;
type BoardGroup = import("../static/js/board-group.js").BoardGroup;
type MatchView = import("../static/js/match-view.js").MatchView;
type Dialog = import("../static/js/dialog.js").Dialog;
type GameChoice = import("../static/js/explore/game-choice.js").GameChoice;
type Connection = import("../static/js/classroom/connection.js").Connection;
type OwnProgram = import("../static/js/classroom/own-program.js").OwnProgram;
type LiveBoards = import("../static/js/classroom/live-boards.js").LiveBoards;
type Rungs = import("../static/js/classroom/rungs.js").Rungs;

/** The start, the control point and the end of an arrow. */
type Curve = Point[];

/** What a group of boards shows; `texts` stand for positions without a picture. */
type Position = {
  pictures: (Picture | null)[];
  texts: string[];
  names: string[];
  moves?: string[][];
  last?: string[];
  choices?: Child;
};

/** How much room a board needs with cells of a certain size, and where its shapes are then. */
type Measure = Room & { place: (slot: Room) => Omit<Layout, "cell" | "width" | "height"> & Partial<Room> };
type Trial = { rows: (Measure | Room)[][]; heights: number[]; cell: number; way: string };

type Slot = Room & { measure: Measure };

/** A part of a line of shapes on one line of the screen. */
type LinePart = { line: number; from: number; at: number; count: number };

type Lines = {
  rows: Shape[][];
  wide: number;
  high: number;
  gaps: boolean;
  group: number;
  left: number;
  screen: LinePart[][];
  broken: boolean;
  between: number;
  line: number;
  cell: number;
};

type Dragging = {
  allowed: (id: string) => unknown;
  over: (from: string, to: string) => void;
  dragged: (from: string, to: string) => void;
};

/** What a picture of *Why?* may do with the board. */
type Links = {
  point: (changes: string[]) => void;
  light: (ids: string[]) => void;
  can: () => boolean;
  play: (move: Move) => void;
};

/** A move to a heap or a square of a picture. */
type Lead = Move & { at: any };

type WhyRow = { name: string; ids: string[]; bits: number[]; value: Child; target: Child };
type WhyColumns = {
  places: string[];
  rows: WhyRow[];
  sums: number[];
  modulus: number;
  more: number;
  total: string | number | null;
  equation: string;
};
type WhyLine = { first: number; cells: Value[]; at: number; options: Lead[] };
type WhyMap = { columns: string[]; rows: string[]; cells: Value[][]; at: [number, number]; options: Lead[] };
type WhySlot = { value: Value; moves: Move[] };
type WhyOptions = { slots: WhySlot[]; mex: Value; some: boolean };

/** A board on paper; the keys of a mark depend on its kind. */
type Drawn = {
  left: number;
  top: number;
  wide: number;
  high: number;
  marks: ({ mark: string } & Record<string, any>)[];
};

/** Where other devices find the server. */
type Reach = Pick<Api.Address, "addresses" | "open" | "text">;

type Panel = { element: HTMLElement; open: boolean };
/** A value by its definition, and the moves that lead to the values of the options. */
type Mex = { position: string; value: Value; values?: Value[]; moves: { to: Mex; move: string }[] };

type Outcomes = (Api.Analysis["outcome"] | undefined)[];
type Analysed = Pick<Api.Analysis, "outcome"> & Partial<Api.Analysis>;

/** Ends with the fault of a position that cannot be played. */
type Begun = Promise<Fault | null>;

/** A position of a tree that is drawn: the length of play and the options are known there. */
type TreeNode = Api.Placed & { length: number; options: number[] };

// -- Explore --

type Remember = (values: Record<string, unknown>) => void;
/** Draws a tab from the values in the address; `leave` ends what the tab is waiting for. */
type Tab = (values: Record<string, string>, remember: Remember) => HTMLElement & { leave?: () => void };

type Explorable = Api.Explorable & Partial<Api.Game>;
type MapQuestion = { game: string; columns: number; rows: number; misere: boolean };
type Cell = Value;

/** A place on a drawing, as shares of its width and height. */
type Share = Point;

type PlaceOf = (vertex: string) => Share;
type GraphState = { vertices: [string, Share][]; edges: string[][] };

type Inks = { card: string; lose: string; ink: string; soft: string; accent: string };
type CellLook = {
  left: number;
  top: number;
  side: number;
  fill: string;
  ring: { radius: number; width: number } | null;
  text: string;
  ink: string;
};
type Turn = (values: (number | string)[]) => void;

// -- Learn --

/** What a question shows; its keys depend on the question. */
type Shown = {
  position: string;
  example: string;
  columns: string[];
  rows: string[];
  cells: (string | null)[][];
  positions: string[][];
  digits: number;
  draws: boolean;
  many: boolean;
  misere: boolean;
  title: string;
  calls: { position: string; plain: number; memo: number }[];
};

/** A step of a lesson; its keys depend on its kind (docs/lessons.md). */
type Step = {
  kind: string;
  number: number;
  title: string;
  text: string[];
  position: string;
  control: string;
  shown: Shown;
  choices: string[];
  parts: Step[];
  boards?: string[];
  captions?: string[];
  binary?: number[];
  commands?: string[];
  terms?: Term[];
  titles: Map<string, string>;
  kept?: string;
  [key: string]: any;
};

/** A term of the glossary. */
type Term = { term: string; meaning: string; anchor: string };

/** The goal and the rules of a match in a lesson. */
type MatchStep = { position: string } & Record<string, any>;

/** By what a question is answered; `pressed` and `wrong` mark the answer. */
type Control = {
  element: HTMLElement;
  leave?: () => void;
  pressed?: (answer: string) => void;
  wrong?: (names: string[]) => void;
};
/** The outcome of a position; `fresh`: the last round has found it. */
type Mark = { mark: string; fresh: boolean };

type Judge = (answer: string) => unknown;
type Look = "right" | "wrong" | "told";
/** What the reader sees next, if that is still on the same screen. */
type Further = Element | null | undefined;
type LessonContext = {
  id: string;
  titles: Map<string, string>;
  answer: (step: number) => any;
  keep: (step: number, answer: any) => void;
  finish: () => void;
  verdict: (look: Look, said: string, more?: { reason?: string; further?: Further; tool?: Child }) => void;
};

// -- Homework --

/** What `quiz` is asked for: a random exercise, or one about a position. */
type Task = { kind: string; difficulty?: string; seed?: number; position?: string };
type HomeworkSet = { title: string; tasks: Task[] };
/** What a pupil's browser keeps of a task. */
type TaskRecord = { tries: string[]; over: boolean; right: boolean };
/** `set` is the print of the homework; `tries` has the answers to each task. */
type Answers = { set: string; name: string; tries: string[][] };

// -- Class --

type Pupil = { id: string; name: string } & Record<string, any>;
type Standing = Record<string, any>;

/** What the class does; its keys depend on its kind. */
type Activity = {
  kind: "idle" | "riddle" | "quiz" | "contest" | "programs";
  position: string;
  misere: boolean;
  table: Standing[];
  bouts: BoutView[];
  waiting: string[];
  found: any;
  [key: string]: any;
};
type BoutView = Record<string, any>;
type PodiumPlace = { id: string; name: string; place: number };
type ClassView = {
  activity: Activity;
  pupils: Pupil[];
  you: Pupil;
  table: Standing[];
  addresses: string[];
  paused: boolean;
  closed: boolean;
  hidden: boolean;
  programs: boolean;
  unsaved: string;
  code: string;
  /** Who was best, once the teacher shows it. */
  podium: PodiumPlace[] | null;
};
type Send = (path: string, body?: object) => Promise<unknown>;
type SceneContext = {
  line: Connection;
  titles: Map<string, string>;
  program: OwnProgram;
  again: () => void;
};

// -- the engine in a browser --

type AnyWorker = Pick<Worker, "postMessage" | "terminate" | "addEventListener">;
type Pyodide = Record<string, any>;
type Snapshot = { memory: Uint8Array; wheel: Uint8Array };
type Supplies = Record<string, any>;
type Boot = {
  python: Record<string, any>;
  packed: Uint8Array;
  own: string;
  kept: Snapshot | null;
  loaded?: (share: number) => void;
};
type Question = {
  url: string;
  signal?: AbortSignal;
  done: (response: Response) => void;
  fail: (reason: unknown) => void;
  slow: boolean;
  hurry: boolean;
};

// -- Sprouts on paper --

type XY = [number, number];

/** A drawing: each line runs from spot a to spot b. */
interface Sheet {
  size: number;
  spots: XY[];
  lines: { a: number; b: number; points: XY[] }[];
  bars: boolean; // Brussels Sprouts
}

/** A boundary of a region: half-edges with the region on their left, a spot without lines, or the frame. */
interface Boundary {
  cycle: number[];
  lone?: number;
  frame?: boolean; // the edge of the paper
}

type PlacedLine = Omit<Api.PaperLine, "ends" | "said">;

/** A drawing without its places: the spots of half-edges, the next half-edge around each spot, the regions. */
interface SheetMap {
  spot: number[];
  next: number[];
  spots: number;
  regions: Boundary[][];
}

/** A line from the corner after half-edge d of spot u to that after e of v; some boundaries are on each side of it. */
interface SheetLine {
  u: number;
  d: number | undefined;
  v: number;
  e: number | undefined;
  same: boolean;
  arcs: { left: number[]; right: number[] };
  left: Boundary[];
  right: Boundary[];
}

/** Where a way may begin or end: an edge of a triangle, a point on it, and the line that is split there. */
interface Gate {
  edge: [number, number];
  at: XY;
  bead?: { line: number; ends: XY[] };
}

/** A line that waits to be confirmed; the new spot may still slide along it. */
interface Pending {
  a: number;
  b: number;
  points: XY[];
  share: number;
}

type Wrong = "start" | "end" | "full" | "short" | "outside" | "itself" | "crosses";
