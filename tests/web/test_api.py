"""The API: every endpoint keeps to its schema, every refusal is problem+json, nothing from outside is opened."""

from __future__ import annotations

import json
import re
import socket
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from every_row import every_row

import nimatron as nt
from nimatron.core.errors import UsageError
from nimatron.families.catalog import CATALOG
from nimatron.show.text import catalog_lines
from nimatron.web import schema
from nimatron.web.answers.game_answers import games
from nimatron.web.answers.request import AnswerContext
from nimatron.web.answers.teaching_answers import qr
from nimatron.web.guard import HEADERS, LONGEST_URL
from nimatron.web.hard_questions import kind_and_size
from nimatron.web.questions import QUESTIONS

SUM = "nim: 3 4 5 + chomp: 2x2"

ANSWERS: list[tuple[str, type[schema.Model], dict[str, Any]]] = [
    ("games", schema.GamesData, {}),
    ("gallery", schema.GalleryData, {}),
    ("position", schema.BoardData, {"position": SUM}),
    ("position", schema.BoardData, {"position": "kayles: 1000"}),
    ("position", schema.BoardData, {"position": "nim: 2 0", "frame": "nim: 3 4"}),
    ("analysis", schema.AnalysisData, {"position": SUM}),
    ("analysis", schema.AnalysisData, {"position": SUM, "misere": True}),
    ("analysis", schema.AnalysisData, {"position": "chomp: 60x60"}),
    ("explanation", schema.ExplanationData, {"position": SUM}),
    ("induction", schema.InductionData, {"position": "wythoff: 3 4", "misere": True}),
    ("induction", schema.InductionData, {"position": "nim: 1 2"}),
    ("start", schema.StartData, {"game": "cram", "seed": 7}),
    ("start", schema.StartData, {"game": SUM, "seed": 7}),
    ("sum", schema.StartData, {"summand": ["nim: 3", SUM]}),
    ("text", schema.StartData, {"game": "subtraction", "parameters": "2,3,7,8", "state": "19"}),
    ("edit", schema.EditData, {"position": SUM}),
    ("edit", schema.EditData, {"position": SUM, "shape": ["1:3,1"]}),
    ("edit", schema.EditData, {"position": "graph{a>b b>c}: a", "shape": ["0:a", "0:c"]}),
    ("drawing", schema.DrawingData, {"position": "sprouts: 3", "drawn": "0-3,1;0-3,2"}),
    ("drawing", schema.DrawingData, {"position": "sprouts: 2", "drawn": "0,1", "after": "sprouts: (1A1A)"}),
    ("sheet", schema.SheetsData, {"game": "nim", "exercises": 2}),
    ("sheet-pdf", schema.SheetPdfData, {"game": "nim", "exercises": 2}),
    ("quizzes", schema.QuizzesData, {}),
    ("quiz", schema.QuizData, {"kind": "who-wins", "difficulty": "hard", "seed": 3}),
    ("quiz-answer", schema.QuizAnswerData, {"kind": "nim-sum", "seed": 3, "text": "1000"}),
    ("quiz-answer", schema.QuizAnswerData, {"kind": "winning-moves", "seed": 3, "reveal": True}),
    ("build", schema.BuiltData, {"game": "subtraction", "dial": ["set:1,2,4", "heaps:13,7"]}),
    ("build", schema.BuiltData, {"position": SUM}),
    ("build", schema.BuiltData, {"position": "nim: 3 & nim: 4", "part": 1, "dial": ["heaps:5"]}),
    ("sum", schema.StartData, {"summand": ["nim: 3", "nim: 4"], "sign": "::"}),
    ("turn", schema.TurnData, {"position": SUM, "move": "2 from heap 1", "level": "first-steps"}),
    ("turn", schema.TurnData, {"position": "nim: 3", "move": "nim: 0", "misere": True}),
    ("turn", schema.TurnData, {"position": SUM, "seed": 3, "frame": SUM}),
    ("turn", schema.TurnData, {"position": SUM, "level": "half", "seed": 3, "misere": True}),
    ("move", schema.MovedData, {"position": SUM, "text": "2 from heap 1"}),
    ("hint", schema.HintData, {"position": SUM, "step": 3}),
    ("sequence", schema.SequenceData, {"game": "0.77", "n": 30}),
    ("sequence", schema.SequenceData, {"game": "ruler", "n": 1000}),
    ("period", schema.PeriodData, {"game": "kayles"}),
    ("period", schema.PeriodData, {"game": "{1,2,6}"}),
    ("period", schema.PeriodData, {"game": "allbut{2,4}"}),
    ("table", schema.TableData, {"game": "wythoff", "columns": 5, "rows": 4}),
    ("table", schema.TableData, {"game": "wythoff", "columns": 5, "rows": 4, "row": 2, "height": 1}),
    ("table", schema.TableData, {"game": "wythoff", "columns": 5, "rows": 4, "row": 2, "pace": 100}),
    ("table", schema.TableData, {"game": "graph{a>b b>c}"}),
    ("explorable", schema.ExplorablesData, {}),
    ("graph", schema.GraphData, {"text": "a>b>c d"}),
    ("graph", schema.GraphData, {"arrows": "a b b a", "vertices": "c"}),
    ("graph", schema.GraphData, {}),
    ("graph", schema.GraphData, {"game": "node-kayles", "arrows": "a b b c", "vertices": "d"}),
    ("cell", schema.AnalysisData, {"game": "wythoff", "column": 3, "row": 5}),
    ("discovery", schema.DiscoveryData, {"rules": "x; x' < x <= 2x'"}),
    ("comparison", schema.ComparisonData, {"one": "0.161", "two": "0.36", "n": 600}),
    ("nimber", schema.NimberData, {"expression": "24*17 + 8/5"}),
    ("nimber", schema.NimberData, {"expression": "[w^2+1] * [w] + 5"}),
    ("nimbers", schema.NimberTableData, {"operation": "product", "size": 5}),
    ("lessons", schema.LessonsData, {}),
    ("lesson", schema.LessonData, {"id": "take-away"}),
    ("proof", schema.ProofData, {"name": "lasker", "instance": "11"}),
    ("judge", schema.JudgedData, {"lesson": "take-away", "step": "7", "answer": "take 1", "tries": 1}),
    ("judge", schema.JudgedData, {"lesson": "take-away", "step": "7", "give_up": True}),
    ("health", schema.HealthData, {}),
    ("address", schema.AddressData, {}),
]


@pytest.fixture(scope="module")
def client(server: str) -> Any:
    with httpx.Client(base_url=f"{server}/api/v1/", timeout=None) as client:
        yield client


def problem(response: httpx.Response, status: int) -> Any:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    data = response.json()
    schema.Problem.model_validate(data)
    assert data["status"] == status
    return data


@pytest.mark.parametrize(("path", "model", "values"), ANSWERS, ids=lambda value: str(value)[:40])
@every_row("lang", ["en", "pl"])
def test_answers_keep_to_their_schema(client: Any, path: str, model: Any, values: dict[str, Any], lang: str) -> None:
    response = client.get(path, params={**values, "lang": lang})
    assert response.status_code == 200, response.text
    model.model_validate_json(response.content, strict=False)


def test_every_endpoint_is_among_them(client: Any) -> None:
    document = client.get("openapi.json").json()
    paths = {path.removeprefix("/api/v1/") for path in document["paths"]}
    assert paths == {path for path, _, _ in ANSWERS} | {"qr"}


@pytest.mark.parametrize("entry", CATALOG.entries, ids=lambda entry: entry.id)
def test_every_game_can_be_drawn_explained_and_played(client: Any, entry: Any) -> None:
    for path, model in (
        ("position", schema.BoardData),
        ("explanation", schema.ExplanationData),
        ("turn", schema.TurnData),
    ):
        response = client.get(path, params={"position": entry.sample})
        assert response.status_code == 200, response.text
        model.model_validate_json(response.content)
    start = client.get("start", params={"game": entry.id, "seed": 1}).json()["position"]
    assert client.get("position", params={"position": start}).status_code == 200


@every_row(
    ("text", "games"),
    [
        ("subtraction{2,3,7,8}: 10", "subtraction{2,3,7,8}"),
        ("subtraction{2,3,7,8}", "subtraction{2,3,7,8}"),
        ("subtraction", "subtraction{1,2,3}"),
        ("graph{b>a c>b}: b + nim2d{4}: 0,0 + nim: 1 1", "graph{b>a c>b} + nim2d{4} + nim"),
        ("chocolate: (1, 2)", "chocolate"),
    ],
)
def test_a_random_start_keeps_the_rules(client: Any, text: str, games: str) -> None:
    for seed in range(5):
        start = client.get("start", params={"game": text, "seed": seed}).json()["position"]
        summands = client.get("position", params={"position": start}).json()["summands"]
        assert " + ".join(summand["game"] for summand in summands) == games


def test_what_the_answers_say(client: Any) -> None:
    assert client.get("analysis", params={"position": "nim: 3 4 5"}).json()["value"] == 2
    assert client.get("turn", params={"position": "nim: 3 4 5"}).json()["computer"]["after"] == "nim: 1 4 5"
    assert client.get("move", params={"position": "nim: 3 4 5", "text": "nim: 1 4 5"}).json()["changes"] == [
        "0:1.2",
        "0:1.3",
    ]
    assert client.get("nimbers", params={"size": 4}).json()["cells"][2] == [0, 2, 3, 1]
    assert client.get("comparison", params={"one": "0.161", "two": "0.36"}).json()["first_difference"] == 519
    assert client.get("qr", params={"text": "http://127.0.0.1/"}).headers["content-type"] == "image/svg+xml"


def test_the_gallery_shows_what_the_games_begin_with(client: Any) -> None:
    told = client.get("games").json()
    answer = client.get("gallery", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    drawn = answer.json()["pictures"]
    groups = {group["id"] for group in told["groups"]}
    assert [level["id"] for level in told["levels"]] == ["first-steps", "fair", "hard", "perfect"]
    for game in told["games"]:
        assert game["group"] in groups
        assert game["how"]
        board = client.get("position", params={"position": game["sample"]}).json()
        shown = [picture and [shape["id"] for shape in picture["shapes"]] for picture in drawn[game["id"]]]
        assert shown == [picture and [shape["id"] for shape in picture["shapes"]] for picture in board["pictures"]]
        assert board["how"] == [game["how"]]


def test_no_two_pictures_of_the_gallery_are_alike(client: Any) -> None:
    drawn: dict[Any, str] = {}
    for game, (picture,) in client.get("gallery").json()["pictures"].items():
        seen = str((picture["shapes"], picture.get("arrows")))
        assert drawn.setdefault(seen, game) == game


def test_positions_are_put_together(client: Any) -> None:
    joined = client.get("sum", params={"summand": ["nim: 3 + chomp: 2x2", "kayles: 6"]}).json()
    assert joined["position"] == "nim: 3 + chomp: 2 2 + kayles: 6"
    made = client.get("text", params={"game": "subtraction", "parameters": "2, 3", "state": "19"}).json()
    assert made["position"] == "subtraction{2,3}: 19"


@pytest.mark.parametrize("question", [{"text": "a>b>c a>c d"}, {"arrows": "a b b c a c", "vertices": "a b c d"}])
def test_a_graph_as_data(client: Any, question: dict[str, str]) -> None:
    found = client.get("graph", params=question).json()
    assert found["text"] == "a>b a>c b>c d"
    assert dict(zip(found["vertices"], found["values"], strict=True)) == {"a": 2, "b": 1, "c": 0, "d": 0}
    assert found["edges"] == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert found["position"] == "graph{a>b a>c b>c d}: a"


@pytest.mark.parametrize(("game", "between"), [("arc-kayles", "-"), ("node-kayles", "-"), ("poset", ">")])
def test_a_drawn_graph_for_another_game(client: Any, game: str, between: str) -> None:
    found = client.get("graph", params={"game": game, "arrows": "a b b c", "vertices": "d"}).json()
    assert found["position"] == f"{game}{{a{between}b b{between}c d}}: a b c d"
    assert found["edges"] == [["a", "b"], ["b", "c"]]


def test_a_graph_that_goes_round_is_told_and_drawn(client: Any) -> None:
    found = client.get("graph", params={"text": "a>b>a"}).json()
    assert (found["vertices"], found["values"], found["position"]) == (["a", "b"], [[], []], "graph{a>b b>a}: a")
    assert "positions can repeat" in found["trouble"]


def test_a_move_comes_with_the_board_after_it(client: Any) -> None:
    asked = {"position": "nim: 3 4 6", "frame": "nim: 3 4 9", "text": "3 from heap 1"}
    made = client.get("move", params=asked).json()
    assert made["board"] == client.get("position", params={"position": made["after"], "frame": "nim: 3 4 9"}).json()


def turn(client: Any, position: str, **values: Any) -> Any:
    response = client.get("turn", params={"position": position, **values})
    assert response.status_code == 200, response.text
    return response.json()


def test_a_move_and_its_reply_come_in_one_answer(client: Any) -> None:
    """It says what a typed move and the computer's move say one after the other."""
    frame = {"frame": "nim: 3 4 5"}
    made = turn(client, "nim: 3 4 5", move="1 from heap 3", seed=5, **frame)
    yours = client.get("move", params={"position": "nim: 3 4 5", "text": "1 from heap 3", **frame}).json()
    reply = turn(client, yours["after"], seed=5, **frame)
    for name in ("text", "after", "part", "told", "left", "changes"):
        assert (made["you"][name], made["computer"][name]) == (yours[name], reply["computer"][name])
    assert made["you"]["pictures"] == yours["board"]["pictures"]
    assert made["board"] == reply["board"]
    assert (made["computer"]["how"], made["computer"]["remark"], made["winner"]) == ("perfect", "", None)


def test_the_move_of_a_turn_may_be_written_or_typed(client: Any) -> None:
    found = [turn(client, SUM, move=text, seed=2) for text in ("nim: 1 4 5 + chomp: 2 2", "2 from heap 1", "#2")]
    assert found[0] == found[1] == found[2]


@every_row(
    ("position", "values", "winner", "moves"),
    [
        ("nim: 1", {"move": "nim: 0"}, "you", (True, False)),
        ("nim: 1", {"move": "nim: 0", "misere": True}, "computer", (True, False)),
        ("nim: 1 1", {"move": "nim: 0 1"}, "computer", (True, True)),
        ("nim: 1 1", {"move": "nim: 0 1", "misere": True}, "you", (True, True)),
        ("nim: 1 1", {"move": "nim: 0 1", "level": "none"}, None, (True, False)),
        ("nim: 1", {"move": "nim: 0", "level": "none", "misere": True}, "computer", (True, False)),
        ("nim: 1", {}, "computer", (False, True)),
        ("nim: 0", {}, None, (False, False)),
        ("nim: 1", {"level": "none"}, None, (False, False)),
    ],
)
def test_who_has_won_after_a_turn(
    client: Any, position: str, values: dict[str, Any], winner: str | None, moves: tuple[bool, bool]
) -> None:
    made = turn(client, position, **values)
    assert made["winner"] == winner
    assert (made["you"] is not None, made["computer"] is not None) == moves


@pytest.mark.parametrize("misere", [False, True])
def test_the_computer_moves_where_nobody_knows_the_best_move(client: Any, misere: bool) -> None:
    made = turn(client, "table{9,9,2}: 0,0", move="table{9,9,2}: 0,0 4,4", misere=misere)
    assert made["computer"]["how"] == "best"
    assert made["computer"]["remark"]
    assert made["board"]["position"] == made["computer"]["after"]


def test_where_the_states_of_an_induction_are_drawn(client: Any) -> None:
    board = client.get("induction", params={"position": "wythoff: 1 1"}).json()["states"]
    drawn = [(state["text"], state["x"], state["y"]) for state in board]
    assert drawn == [(f"{x} {y}", x, y) for x in (0, 1) for y in (0, 1)]
    row = client.get("induction", params={"position": "subtraction{1,2}: 11"}).json()["states"]
    assert [(state["text"], state["x"], state["y"]) for state in row] == [(str(n), n, 0) for n in range(12)]


def test_the_cells_of_a_table_are_found_by_its_first_numbers(client: Any) -> None:
    for game, column, row in [("chomp", 2, 1), ("graph{b>a a>c}", 1, 0), ("ruler", 3, 0)]:
        table = client.get("table", params={"game": game, "columns": 4, "rows": 4}).json()
        numbers = {"column": table["first"][0] + column, "row": table["first"][1] + row}
        cell = client.get("cell", params={"game": game, **numbers}).json()
        assert cell["value"] == table["cells"][row][column]


@pytest.mark.parametrize(("path", "script"), [("", "play"), ("explore.html", "explore"), ("learn.html", "learn")])
def test_every_screen_is_the_page_with_its_script(server: str, client: httpx.Client, path: str, script: str) -> None:
    for ask in ("games", "explorable", "position?position=nim: 3 4 5"):
        client.get(f"{server}/api/v1/{ask}")  # from now on it is known, and the page carries it
    page = client.get(f"{server}/{path}")
    assert f'<script type="module" src="js/{script}.js">' in page.text
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert client.head(page.url).headers["etag"] == page.headers["etag"]
    assert client.get(page.url, headers={"If-None-Match": page.headers["etag"]}).status_code == 304
    assert client.post(page.url).status_code == 405
    named = re.findall('(?:href|src)="([^"]+)"', page.text)
    assert len(named) == len(set(named))
    assert {client.get(f"{server}/{file}").status_code for file in named} == {200}


def test_a_page_carries_the_first_answers(server: str, client: Any) -> None:
    values = {"position": "kayles: 5"}
    known = client.get("position", params={**values, "lang": "pl"}).json()
    assert {"ask": "position", "values": values, "answer": known} in carried(server, p="kayles: 5", lang="pl")[
        "answers"
    ]
    client.get("games")
    refused = carried(server, p="</script> <")
    assert [answer["ask"] for answer in refused["answers"]] == ["games"]
    assert httpx.get(server, headers={"Accept-Language": "pl-PL,pl;q=0.9"}).text.count('{"lang":"pl"') == 1


def carried(server: str, **query: str) -> Any:
    text = httpx.get(server, params=query).text
    return json.loads(text.partition('id="first">')[2].partition("</script>")[0])


def test_files_are_sent_compressed_and_known_by_their_tag(server: str) -> None:
    sheet = httpx.get(f"{server}/style.css")
    assert (sheet.headers["content-type"], sheet.headers["content-encoding"]) == ("text/css; charset=utf-8", "gzip")
    plain = httpx.get(f"{server}/style.css", headers={"Accept-Encoding": "identity"})
    assert plain.text == sheet.text
    assert "content-encoding" not in plain.headers
    assert httpx.get(sheet.url, headers={"If-None-Match": sheet.headers["etag"]}).status_code == 304
    assert httpx.post(sheet.url).status_code == 405
    for path in ("js/../page.html", "js/%2e%2e/app.py", "..%2fapp.py", "js"):
        assert httpx.get(f"{server}/{path}").status_code == 404


def test_large_integers_are_text(client: Any) -> None:
    found = client.get("analysis", params={"position": "nim: 100000000000000000000"}).json()
    assert found["value"] == "100000000000000000000"


def test_own_games_are_served(client: Any) -> None:
    assert client.get("analysis", params={"position": "chocolate: (4, 6) + nim: 3"}).json()["outcome"] == "N"


@every_row(
    ("path", "values", "status"),
    [
        ("analysis", {"position": "nimm: 3 4"}, 404),
        ("start", {"game": "nimm"}, 404),
        ("start", {"game": "nim: 3 x"}, 422),
        ("analysis", {"position": "nim: 3 x"}, 422),
        ("analysis", {}, 422),
        ("analysis", {"position": "nim: 3", "lang": "xx!"}, 422),
        ("position", {"position": "nim: 3", "frame": "nim: x"}, 422),
        ("move", {"position": "nim: 3", "text": "4 from heap 1"}, 422),
        ("turn", {"position": "nim: 3", "move": "4 from heap 1"}, 422),
        ("turn", {"position": "nim: 3", "move": "nim: 7"}, 422),
        ("turn", {"position": "nim: 3", "level": "godlike"}, 422),
        ("turn", {"position": "nimm: 3"}, 404),
        ("build", {}, 422),
        ("build", {"game": "nim", "position": "nim: 3"}, 422),
        ("build", {"game": "nim", "dial": "heaps:3,99"}, 422),
        ("build", {"game": "nim", "dial": "heaps:"}, 422),
        ("build", {"game": "nim", "dial": "k:3"}, 422),
        ("build", {"game": "octal", "dial": "code:9x"}, 422),
        ("build", {"position": SUM, "dial": "heaps:3", "part": 9}, 422),
        ("sum", {"summand": ["nim: 3", "nim: 4"], "sign": "-"}, 422),
        ("edit", {"position": "nim: 3", "shape": "1:1.1"}, 422),
        ("edit", {"position": "nim: 3", "shape": "0:x"}, 422),
        ("edit", {"position": "chocolate: (4, 6)", "shape": "0:1,1"}, 422),
        ("hint", {"position": "nim: 3", "step": 4}, 422),
        ("sequence", {"game": "0.77", "n": 10**9}, 422),
        ("sequence", {"game": "{1,2"}, 422),
        ("table", {"game": "wythoff", "columns": 201}, 422),
        ("nimber", {"expression": "24*"}, 422),
        ("start", {}, 422),
        ("start", {"game": "nim: x"}, 422),
        ("sum", {"summand": ["nim: 3", "nim: x"]}, 422),
        ("sum", {}, 422),
        ("text", {"game": "subtraction", "parameters": "1}: 3 + nim{", "state": "4"}, 422),
        ("text", {"game": "nim", "state": "x"}, 422),
        ("graph", {"text": "a>>b"}, 422),
        ("graph", {"text": "@/etc/passwd"}, 422),
        ("graph", {"arrows": "a b c"}, 422),
        ("none", {}, 404),
    ],
)
def test_refusals_are_problems(client: Any, path: str, values: dict[str, Any], status: int) -> None:
    assert problem(client.get(path, params=values), status)["detail"]


def test_a_fault_in_a_text_is_pointed_at(client: Any) -> None:
    assert problem(client.get("analysis", params={"position": "nim: 3 x"}), 422)["place"] == 7


@every_row(
    ("path", "values", "status", "title", "detail"),
    [
        ("analysis", {"position": "nim: 3 x"}, 422, "Tekst, który nie oznacza pozycji", "wielkość stosu od 0 wzwyż"),
        ("analysis", {"position": "nimm: 3"}, 404, "Nie ma gry o tej nazwie", "Czy chodziło o nim"),
        ("analysis", {}, 422, "Błędny argument", "position: brakuje wartości"),
        ("nimbers", {"operation": "x"}, 422, "Błędny argument", "operation: powinno być product lub sum"),
        ("sequence", {"game": "0.77", "n": 0}, 422, "Błędny argument", "n: powinno być co najmniej 1"),
        (
            "move",
            {"position": "nim: 3", "text": "4"},
            422,
            "Ruch niezgodny z zasadami",
            "na stosie 1 jest tylko 3",
        ),
        ("none", {}, 404, "Nie znaleziono", "niczego nie ma"),
    ],
)
def test_refusals_in_polish(
    client: Any, path: str, values: dict[str, Any], status: int, title: str, detail: str
) -> None:
    told = problem(client.get(path, params={**values, "lang": "pl"}), status)
    assert told["title"] == title
    assert detail in told["detail"]


@every_row("method", ["post", "put", "delete", "patch"])
def test_other_methods_are_refused(client: Any, method: str) -> None:
    problem(getattr(client, method)("games"), 405)


def test_long_requests_are_refused(client: Any, server: str) -> None:
    problem(client.get("analysis", params={"position": "nim: " + "1 " * LONGEST_URL}), 413)
    problem(client.request("GET", "games", content=b"x" * 100), 413)
    assert httpx.get(f"{server}/api/v1/games?x=" + "y" * 60_000).status_code in (400, 413, 414, 431)


@pytest.mark.slow
def test_what_no_worker_foresaw_is_a_problem(client: Any) -> None:
    """Limits inside an explanation, boards of 10^24 columns: each has ended a worker, or filled its memory."""
    for position in (
        "table{999999,999999,1}:",
        "corners: 999999999,99999999999",
        "wythoff: 999999999999999999999999 5",
    ):
        board = client.get("position", params={"position": position})
        assert board.status_code == 200, board.text
        assert board.json()["pictures"] == [None]
        explained = client.get("explanation", params={"position": position})
        assert explained.status_code in (200, 422), explained.text


def test_a_qr_code_has_its_limits(client: Any) -> None:
    assert client.get("qr", params={"text": "a" * 1500}).status_code == 200
    with pytest.raises(UsageError, match="at most 2953 bytes"):
        qr(AnswerContext(CATALOG, 1, "en"), "😀" * 1500)


@every_row("path", ["api/v1/analysis?position=nim:+3", "api/v1/none", "docs", "", "js/play.js"])
def test_head_is_answered_like_get(server: str, path: str) -> None:
    head, get = httpx.head(f"{server}/{path}"), httpx.get(f"{server}/{path}")
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers.get("etag") == get.headers.get("etag")


@every_row(
    "host",
    [
        "evil.example",
        "evil.example:8642",
        "127.0.0.1.evil.example",
        "0.0.0.0",
        "a b",
        "[::1]evil",
        "[::1]:8evil",
        "[::1",
    ],
)
def test_other_names_for_this_machine_are_refused(server: str, host: str) -> None:
    told = problem(httpx.get(f"{server}/api/v1/games", headers={"Host": host}), 421)
    assert "expected localhost" in told["detail"]


@every_row("host", ["localhost", "LOCALHOST:1", "127.0.0.1", "127.8.9.1:8642", "[::1]:8642"])
def test_names_of_this_machine_are_answered(server: str, host: str) -> None:
    assert httpx.get(f"{server}/api/v1/health", headers={"Host": host}).status_code == 200


def test_what_is_expected_is_told(server: str) -> None:
    assert "described at /docs" in problem(httpx.get(f"{server}/api/v2/games"), 404)["detail"]
    assert "expected GET, not POST" in problem(httpx.post(f"{server}/api/v1/games"), 405)["detail"]
    assert "without a body" in problem(httpx.request("GET", f"{server}/", content=iter([b"x"])), 413)["detail"]
    assert "bytes of headers" in problem(httpx.get(f"{server}/", headers={"X": "x" * 40_000}), 431)["detail"]


@pytest.mark.parametrize(
    "sent", [b"\x00\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"]
)
def test_what_is_no_request_is_a_problem(server: str, sent: bytes) -> None:
    host, _, port = server.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port))) as client:
        client.sendall(sent)
        answer = client.makefile("rb").read()
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"application/problem+json" in answer
    assert b"expected an HTTP/1.1 request" in answer


@every_row("form", ["{}", "W/{}", "*", '"other", {}', '"other",W/{}'])
def test_a_tag_is_known_in_every_form(client: Any, form: str) -> None:
    question = {"position": "nim: 3 4 5"}
    tag = client.get("analysis", params=question).headers["etag"]
    again = client.get("analysis", params=question, headers={"If-None-Match": form.format(tag)})
    assert (again.status_code, again.headers["etag"]) == (304, tag)
    assert again.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("form", ["{}", '"x{}"', ""])
def test_another_tag_is_not(client: Any, form: str) -> None:
    question = {"position": "nim: 3 4 5"}
    bare = client.get("analysis", params=question).headers["etag"].strip('"')
    assert client.get("analysis", params=question, headers={"If-None-Match": form.format(bare)}).status_code == 200
    assert client.get("analysis", params={"position": "nim: x"}, headers={"If-None-Match": "*"}).status_code == 422


def test_solved_positions_have_a_tag(client: Any) -> None:
    first = client.get("analysis", params={"position": "nim: 3 4 5"})
    tag = {"If-None-Match": first.headers["etag"]}
    again = client.get("analysis", params={"position": "nim: 3 4 5"}, headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("analysis", params={"position": "nim: 3 4 6"}, headers=tag).status_code == 200
    assert client.get("analysis", params={"position": "nim: 3 4 5", "lang": "pl"}, headers=tag).status_code == 200


@every_row("path", ["", "explore.html", "js/play.js", "api/v1/games", "api/v1/none", "docs", "none"])
def test_headers_of_every_answer(server: str, path: str) -> None:
    response = httpx.get(f"{server}/{path}")
    for name, value in HEADERS.items():
        assert response.headers[name].startswith(value)
    if not path.startswith("docs"):
        assert "unsafe" not in response.headers["Content-Security-Policy"]


@every_row(
    ("path", "values"),
    [
        ("analysis", {"position": "graph{@/etc/passwd}: a"}),
        ("table", {"game": "graph{@/etc/passwd}"}),
        ("analysis", {"position": "/etc/passwd"}),
        ("analysis", {"position": "examples/chocolate.py:Chocolate: (2, 2)"}),
        ("start", {"game": "chocolate.py:Chocolate"}),
        ("sequence", {"game": "chocolate.py:Chocolate"}),
        ("analysis", {"position": "chocolate: __import__('os').getpid()"}),
        ("move", {"position": "chocolate: (4, 6)", "text": "__import__('os').getpid()"}),
    ],
)
def test_nothing_is_opened_or_evaluated(client: Any, path: str, values: dict[str, Any]) -> None:
    response = client.get(path, params=values)
    assert response.status_code in (404, 422)
    assert "root:" not in response.text


@every_row("path", ["../app.py", "..%2fapp.py", "js/..%2f..%2fapp.py", "%2e%2e/worker.py"])
def test_only_the_page_is_given_out(server: str, path: str) -> None:
    assert httpx.get(f"{server}/{path}").status_code == 404


def test_the_docs_ask_no_other_host(server: str) -> None:
    page = httpx.get(f"{server}/docs").text
    assert "//cdn" not in page
    assert httpx.get(f"{server}/docs-static/swagger-ui.css").status_code == 200


def test_the_document_tells_the_limits(client: Any) -> None:
    document = client.get("openapi.json").json()
    for path in document["paths"].values():
        for parameter in path["get"].get("parameters", []):
            told = json.dumps(parameter["schema"])
            assert any(word in told for word in ("maxLength", "maximum", "enum", "boolean")), parameter


def test_addresses_are_decoded_once(client: Any) -> None:
    text = quote("nim: 3 + nim: 4", safe="")
    assert client.get(f"analysis?position={text}").json()["value"] == 7


def test_an_own_game_hides_ours_of_the_same_name() -> None:
    class Mine(nt.Game):
        name = "nim"
        start = 3

        def options(self, n: int) -> range:
            return range(n)

    catalog = CATALOG.with_games(Mine())
    told = games(AnswerContext(catalog, 1.0, "en"))["games"]
    assert [game["title"] for game in told if game["id"] == "nim"] == ["Mine"]
    assert [line.text.split()[0] for line in catalog_lines(catalog) if line.text.endswith(" nim: 3")] == ["Mine"]
    assert len(told) == len(CATALOG.entries)


@pytest.mark.parametrize("position", ["graph{a>b b>a b>c c>d}: b", "graph{a>b b>a b>c c>d}: b + nim: 3"])
def test_draws(client: Any, position: str) -> None:
    found = client.get("analysis", params={"position": position}).json()
    assert (found["outcome"], found["value"], found["winning_moves"]) == ("D", [2 if "nim" in position else 1], [])
    assert found["drawing_count"] == len(found["drawing_moves"]) > 0
    for question, more in (("explanation", {"mex": 2}), ("hint", {"step": 3}), ("hint", {"step": 2})):
        answer = client.get(question, params={"position": position, **more})
        assert answer.status_code == 200, answer.text
        model: Any = schema.ExplanationData if question == "explanation" else schema.HintData
        model.model_validate_json(answer.content)
        assert "D" in (answer.json().get("outcome"), answer.json().get("analysis", {}).get("outcome"))
    schema.AnalysisData.model_validate(found)
    steps = client.get("induction", params={"position": position}).json()
    schema.InductionData.model_validate(steps)
    assert steps["rounds"][-1]["mark"] == "D"
    assert client.get("analysis", params={"position": position, "misere": True}).json()["outcome"] in "NPD"


def test_the_text_of_a_wrong_move_does_not_make_it_another_kind_of_question() -> None:
    def kind(text: str) -> str:
        _, arguments = QUESTIONS["move"].read([("position", "ruler: 1 900"), ("text", text)])
        return kind_and_size({"ask": "move", **arguments})[0]

    assert kind("zzz") == kind("take 3")  # so a heavy one is known to be heavy whatever is typed
