import { describe, expect, it } from "vitest";
import { matchAfterLostAnswer, matchEqual } from "./record-match.rules.ts";

const sent = { name: "Kite", model: null, weight: 900, uas_class: "C1", endurance: 30 };
const candidate = (id: string, changed: object = {}) => ({ id, fields: { ...sent, ...changed } });

describe("before the first request", () => {
  it("only one that is equal in every field is the same", () => {
    expect(matchEqual(sent, [candidate("a"), candidate("b", { endurance: 31 })])).toEqual({ kind: "one", id: "a" });
    expect(matchEqual(sent, [candidate("b", { endurance: 31 })])).toEqual({ kind: "none" });
    expect(matchEqual(sent, [candidate("a"), candidate("b")])).toEqual({ kind: "several", count: 2 });
  });
});

describe("after a request whose answer was lost", () => {
  it("the one that is equal was created by it, also beside one that was edited", () => {
    const found = matchAfterLostAnswer(sent, [candidate("b", { weight: 901 }), candidate("a")]);
    expect(found).toEqual({ kind: "one", id: "a" });
  });

  it("one of the same name that was edited there in one field is the same", () => {
    expect(matchAfterLostAnswer(sent, [candidate("a", { weight: 901 })])).toEqual({ kind: "one", id: "a" });
    const several = [candidate("a", { weight: 901 }), candidate("b", { weight: 902 })];
    expect(matchAfterLostAnswer(sent, several)).toEqual({ kind: "several", count: 2 });
  });

  it("one with another name may be the same, renamed there, or built alike: only a person can tell", () => {
    const renamed = candidate("a", { name: "Kite 2" });
    expect(matchAfterLostAnswer(sent, [renamed])).toEqual({ kind: "unsure", candidate: renamed });
    const heavier = candidate("a", { name: "Kite 2", weight: 901 });
    expect(matchAfterLostAnswer(sent, [heavier])).toEqual({ kind: "unsure", candidate: heavier });
    expect(matchAfterLostAnswer(sent, [renamed, { ...heavier, id: "b" }])).toEqual({ kind: "several", count: 2 });
  });

  it("one that differs in three fields is another one", () => {
    expect(matchAfterLostAnswer(sent, [candidate("a", { name: "Lark", weight: 1, endurance: 2 })])).toEqual({
      kind: "none",
    });
  });
});
