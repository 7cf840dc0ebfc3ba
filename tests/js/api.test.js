import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { get } from "../../src/nimatron/web/static/js/api.js";

const BUSY = { status: 503, headers: { "retry-after": "2" } };
let told;
let asked;

// What the server says, one answer after the other; the last one again and again.
function server(...answers) {
  globalThis.fetch = async () => {
    asked += 1;
    const answer = answers[Math.min(asked, answers.length) - 1];
    return new Response(JSON.stringify({ status: answer.status, detail: "busy" }), answer);
  };
}

// Lets time pass until the answer is there.
async function passed(answer) {
  let open = true;
  const closed = answer.then(
    () => (open = false),
    () => (open = false),
  );
  while (open) {
    mock.timers.tick(1000);
    await new Promise((done) => setImmediate(done));
  }
  await closed;
  return answer;
}

beforeEach(() => {
  asked = 0;
  told = [];
  globalThis.dispatchEvent = (event) => told.push(event.detail);
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => mock.timers.reset());

describe("a server with too many questions", () => {
  it("is asked again when it says so", async () => {
    server(BUSY, { ...BUSY, status: 429 }, { status: 200 });
    assert.equal((await passed(get("a"))).status, 200);
    assert.equal(asked, 3);
    assert.deepEqual(told, [true, false]);
  });

  it("is not asked for ever", async () => {
    server(BUSY);
    await assert.rejects(passed(get("b")), { status: 503 });
    assert.equal(asked, 5);
  });

  it("is not asked again by a reader who has gone on", async () => {
    server(BUSY);
    const gone = new AbortController();
    const answer = get("c", {}, gone.signal);
    while (asked < 1) await new Promise((done) => setImmediate(done));
    await new Promise((done) => setImmediate(done));
    gone.abort();
    await assert.rejects(passed(answer), { name: "AbortError" });
    assert.equal(asked, 1);
  });

  it("says at once what is wrong with a question", async () => {
    server({ status: 422 });
    await assert.rejects(passed(get("d")), { status: 422 });
    assert.equal(asked, 1);
  });
});
