// Walks through lessons in the page, as quickly as it answers: every step, each question wrong first and then right.
// It ends with an error where a reader would be stuck.

async (answers) => {
  const { get } = await import("./js/api.js");
  const { loadWords } = await import("./js/language.js");
  const { LessonPage } = await import("./js/learn/lesson.js");
  const { cellNames } = await import("./js/learn/grid.js");
  await loadWords();
  const found = (selector, within = document) => [...within.querySelectorAll(selector)];
  const frame = () => new Promise(requestAnimationFrame);
  const until = async (what, condition) => {
    for (let i = 0; i < 2000; i++) {
      if (condition()) return;
      await frame();
    }
    throw new Error(`waited for ${what} in ${location.search}`);
  };
  const fill = (input, text) => {
    input.value = text;
    input.form.requestSubmit();
  };
  const press = (button, wanted) => (button.getAttribute("aria-pressed") === "true") === wanted || button.click();
  const typed = (place) => place.querySelector("details.typed input");

  // How a reader gives an answer to each control.
  const GIVE = {
    outcome: (place, text) => found(".option", place)["NPD".indexOf(text)].click(),
    choice: (place, text, { shown }) => {
      if (!shown.many) return found(".option", place)[Number(text) - 1].click();
      const boxes = found("input", place);
      boxes.forEach((box) => (box.checked = text.split(" ").includes(box.value)));
      return boxes[0].form.requestSubmit();
    },
    marks: (place, text, { shown }) => {
      const cells = found(".mark", place);
      const named = new Map(cells.map((cell) => [cell.getAttribute("aria-label").split(" ")[0], cell]));
      for (const name of cellNames(shown)) press(named.get(name), text.split(" ").includes(name));
      cells[0].closest("form").requestSubmit();
    },
    cells: (place, text, { shown }) => {
      const cells = found("input", place);
      const named = new Map(cells.map((cell) => [cell.getAttribute("aria-label").split(" ").at(-1), cell]));
      const values = text.split(" ");
      cellNames(shown).forEach((name, i) => named.get(name).readOnly || (named.get(name).value = values[i]));
      cells[0].form.requestSubmit();
    },
    bits: (place, text) => {
      const cards = found(".bit-card", place);
      cards.forEach((card, i) => press(card, text.padStart(cards.length, "0")[i] === "1"));
      cards[0].closest("form").requestSubmit();
    },
    move: (place, text) => fill(typed(place), text),
    moves: (place, text) => {
      for (const taken of found(".gathered button", place)) taken.click();
      for (const move of text.split("\n")) fill(typed(place), move);
      place.querySelector("button.primary").click();
    },
  };
  const write = (place, text) => fill(place.querySelector("form input"), text);

  // Gives an answer and waits for the verdict on it.
  const answer = async (place, question, text, look) => {
    const before = document.querySelector(".answer");
    (GIVE[question.control] ?? write)(place, text, question);
    await until(`a verdict on ${question.number}: ${text}`, () => {
      const now = document.querySelector(".answer");
      return now && now !== before;
    });
    const now = document.querySelector(".answer");
    if (!now.classList.contains(look)) throw new Error(`${question.number}, ${text}: ${now.textContent}`);
  };
  const ask = async (place, question, [wrong, right]) => {
    if (wrong) await answer(place, question, wrong, "wrong");
    await answer(place, question, right, "right");
  };

  const DO = {
    question: (place, step, known) => ask(place, step, known[step.number]),
    proof: async (place, step, known) => {
      if (step.proof) return; // computed for the reader's numbers: to have read it is all
      for (const [i, part] of step.parts.entries()) {
        await until(`part ${part.number}`, () => found(".proof > li", place).length > i);
        const opened = found(".proof > li", place)[i];
        if (part.ask) await ask(opened, part, known[part.number]);
        else found("button", opened).at(-1)?.click();
      }
    },
    play: (place) => firstMove(place),
    "own moves": (place) => firstMove(place),
    guess: (place) => {
      const area = place.querySelector("textarea");
      if (area) area.value = "a guess";
      place.querySelector("input[type=radio], button.primary").click();
    },
    collect: async (place, step) => {
      found(".cell", place).at(-1).click();
      if (step.by !== "marking") await firstMove(place);
    },
    induction: async (place) => {
      await until("the steps", () => found("button", place).length);
      found("button", place).forEach((one) => one.click());
    },
    coins: (place) => found("button", place)[0].click(),
    rule: () => {},
    calls: () => {},
    program: () => {}, // it runs in a browser of its own, in test_programs.py
  };
  // The reader goes on while the computer is still thinking about the answer.
  const firstMove = async (place) => {
    await until("the board", () => found(".live", place).length || place.querySelector(".score:not(:empty)"));
    found(".live", place).at(-1)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  };

  const { games } = await get("games");
  const titles = new Map(games.map((game) => [game.id, game.title]));
  const main = document.querySelector("main");
  for (const [id, known] of Object.entries(answers)) {
    const lesson = await get("lesson", { id });
    history.replaceState(null, "", `learn.html?lesson=${id}&step=1`);
    const page = new LessonPage(lesson, undefined, titles);
    main.replaceChildren(page.element);
    for (const [i, step] of lesson.steps.entries()) {
      await DO[step.kind](page.place, step, known);
      if (!["play", "own moves", "collect", "coins", "program"].includes(step.kind)) {
        await until(`the tick of ${step.number}`, () => document.querySelector(`#tick-${i}.done`));
      }
      if (i < lesson.steps.length - 1) {
        if (page.further) document.querySelector("#step-next").click(); // which shows the end of a proof first
        document.querySelector("#step-next").click();
        await until(`step ${i + 2}`, () => document.querySelector(`#tick-${i + 1}[aria-current]`));
      }
    }
    page.leave?.();
  }
};
