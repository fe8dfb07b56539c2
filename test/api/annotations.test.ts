import { afterAll, describe, expect, it } from "vitest";
import { Annotation, AnnotationList, MAX_NOTE_CHARACTERS } from "../../server/contracts/annotations.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { annotationsAt, notesPath, seenPath } from "./annotation-requests.ts";
import { startApiStation } from "./api-station.ts";
import { ADA, ALL_DAY, BOB, EVE, ROOT, startOperationsStation } from "./operations-station.ts";

const station = await startOperationsStation();
afterAll(() => station[Symbol.asyncDispose]());
const [survey, visitor, , silent] = station.operations as [Operation, Operation, Operation, Operation];
const { annotate, listedAs, notes, opened } = annotationsAt(station);

const NO_ID = "00000000-0000-4000-8000-00000000dead";
const locOf = (body: unknown) => [(body as { detail: { loc: unknown } | { loc: unknown }[] }).detail].flat()[0]!.loc;

describe("annotations", () => {
  it("can be read by all users who may read the operation, and changed by their author only", async () => {
    expect(await notes(BOB, survey.id)).toEqual({ can_add: true, items: [] });
    const own = await annotate(ADA, survey.id, "Čáp, flying low 🛸");
    expect(own).toEqual({ id: own.id, owner_id: station.idOf(ADA), note: "Čáp, flying low 🛸", can_edit: true });
    expect(await notes(ADA, survey.id)).toEqual({ can_add: false, items: [own] });
    for (const person of [BOB, ROOT]) {
      expect(await notes(person, survey.id)).toEqual({ can_add: true, items: [{ ...own, can_edit: false }] });
    }
    const path = `${notesPath(survey.id)}/${own.id}`;
    for (const [person, method] of [
      [BOB, "PATCH"],
      [BOB, "PUT"],
      [BOB, "DELETE"],
      [ROOT, "PATCH"],
      [ROOT, "PUT"],
    ] as const) {
      const { status, body } = await station.as(person, method, path, method === "DELETE" ? undefined : { note: "?" });
      expect([person, method, status, locOf(body)]).toEqual([person, method, 403, ["path", "user_data_id"]]);
    }
    expect((await notes(ADA, survey.id)).items).toEqual([own]);
  });

  it("are one per user and operation", async () => {
    await annotate(BOB, survey.id, null);
    const again = await station.as(BOB, "POST", notesPath(survey.id), { note: "again" });
    expect([again.status, locOf(again.body)]).toEqual([409, ["path", "operation_id"]]);
    expect((await notes(BOB, survey.id)).items.map(({ note }) => note)).toEqual(["Čáp, flying low 🛸", null]);
  });

  it("keep their text in a PATCH without one, and lose it in a PUT without one", async () => {
    const own = await annotate(ADA, visitor.id, "first");
    const path = `${notesPath(visitor.id)}/${own.id}`;
    const texts: (string | null)[] = [];
    for (const [method, body] of [
      ["PATCH", {}],
      ["PATCH", { note: "second" }],
      ["PUT", { note: "third" }],
      ["PUT", {}],
      ["PATCH", { note: "fourth" }],
      ["PATCH", { note: null }],
      ["PATCH", { note: "" }],
    ] as const) {
      const { status, body: answer } = await station.as(ADA, method, path, body);
      expect(status).toBe(200);
      texts.push(Annotation.parse(answer).note);
    }
    expect(texts).toEqual(["first", "second", "third", null, "fourth", null, ""]);
    expect((await station.as(ADA, "DELETE", path)).status).toBe(204);
    expect(await notes(ADA, visitor.id)).toEqual({ can_add: true, items: [] });
    expect((await station.as(ADA, "DELETE", path)).status).toBe(404);
  });

  it("may be deleted by an administrator", async () => {
    const own = await annotate(EVE, visitor.id, "rude");
    expect((await station.as(ROOT, "DELETE", `${notesPath(visitor.id)}/${own.id}`)).status).toBe(204);
    expect(await notes(EVE, visitor.id)).toEqual({ can_add: true, items: [] });
  });

  it.each([
    ["of the greatest length", "x".repeat(MAX_NOTE_CHARACTERS), 200],
    ["of the greatest length in characters of two units", "🛸".repeat(MAX_NOTE_CHARACTERS), 200],
    ["with half a character, which becomes U+FFFD", "a\ud83db", 200],
    ["one character longer", `${"🛸".repeat(MAX_NOTE_CHARACTERS)}x`, 422],
    ["that is a number", 7, 422],
    ["that is a list", ["note"], 422],
  ])("take a note %s as they should", async (_what, note, status) => {
    const answer = await station.as(EVE, "POST", notesPath(silent.id), { note });
    expect(answer.status).toBe(status);
    if (status === 422) return expect(locOf(answer.body)).toEqual(["body", "note"]);
    const { id, note: stored } = Annotation.parse(answer.body);
    const [item] = (await notes(EVE, silent.id)).items;
    expect([stored, item!.note]).toEqual([(note as string).toWellFormed(), stored]);
    await station.as(EVE, "DELETE", `${notesPath(silent.id)}/${id}`);
  });

  it.each([
    ["an operation that there is not", () => notesPath(NO_ID), 404, "operation_id"],
    [
      "a suboperation: they belong to whole operations",
      () => notesPath(survey.suboperations[0]!.id),
      404,
      "operation_id",
    ],
    ["an id that is none", () => notesPath("42"), 422, "operation_id"],
    ["an annotation that there is not", () => `${notesPath(survey.id)}/${NO_ID}`, 404, "user_data_id"],
    ["an annotation whose id is none", () => `${notesPath(survey.id)}/mine`, 422, "user_data_id"],
  ])("are refused for %s", async (_what, path, status, name) => {
    const methods = name === "operation_id" ? ["GET", "POST"] : ["PATCH", "PUT", "DELETE"];
    for (const method of methods) {
      const { status: got, body } = await station.as(ADA, method, path(), method.startsWith("P") ? {} : undefined);
      expect([method, got, locOf(body)]).toEqual([method, status, ["path", name]]);
    }
  });

  it("are not found through another operation", async () => {
    const [note] = (await notes(ADA, survey.id)).items;
    const { status } = await station.as(ADA, "PATCH", `${notesPath(visitor.id)}/${note!.id}`, { note: "moved" });
    expect(status).toBe(404);
  });

  it("of an operation that the caller may not read are 404", async () => {
    const own = station.operations[2]!;
    const made = await annotate(ADA, own.id, "mine");
    await station.as(ADA, "PUT", `/station/v1/operations/${own.id}/access`, { visibility: "private" });
    for (const [method, path, body] of [
      ["GET", notesPath(own.id), undefined],
      ["POST", notesPath(own.id), { note: "?" }],
      ["DELETE", `${notesPath(own.id)}/${made.id}`, undefined],
      ["PUT", seenPath(own.id), undefined],
      ["GET", `/v2/airspace/operations/${own.id}/statistics`, undefined],
    ] as const) {
      expect([method, path, (await station.as(EVE, method, path, body)).status]).toEqual([method, path, 404]);
    }
    expect((await notes(ADA, own.id)).items).toEqual([made]);
  });
});

describe("the seen mark", () => {
  it("is each person's own, in the list, in the operation and as a filter", async () => {
    const all = await station.listed(ADA);
    expect((await station.as(ADA, "PUT", seenPath(survey.id))).status).toBe(204);
    expect((await station.as(ADA, "PUT", seenPath(survey.id))).status).toBe(204);
    expect([await opened(ADA, survey.id), await opened(BOB, survey.id)]).toEqual([true, false]);
    const { body } = await station.as(ADA, "GET", `/v2/airspace/operations?${ALL_DAY}`);
    expect((body as readonly Operation[]).map(({ seen }) => seen)).toEqual(all.map((id) => id === survey.id));
    expect(await listedAs(ADA, true)).toEqual([survey.id]);
    expect(await listedAs(ADA, false)).toEqual(all.filter((id) => id !== survey.id));
    expect(await listedAs(BOB, true)).toEqual([]);
    expect((await station.as(ADA, "DELETE", seenPath(survey.id))).status).toBe(204);
    expect(await listedAs(ADA, true)).toEqual([]);
  });

  it("belongs to the whole operation, whichever suboperation is named", async () => {
    const suboperation = survey.suboperations[1]!.id;
    await station.as(BOB, "PUT", seenPath(suboperation));
    expect([await opened(BOB, survey.id), await opened(BOB, suboperation)]).toEqual([true, true]);
    expect(await listedAs(BOB, true, "&globalize=false")).toEqual(survey.suboperations.map(({ id }) => id));
    await station.as(BOB, "DELETE", seenPath(survey.suboperations[0]!.id));
    expect(await opened(BOB, suboperation)).toBe(false);
  });

  it.each(["PUT", "DELETE"])("of an unknown operation is 404 (%s)", async (method) => {
    const { status, body } = await station.as(ADA, method, seenPath("nothing"));
    expect([status, locOf(body)]).toEqual([404, ["path", "operation_id"]]);
  });

  it.each(["maybe", "", "2"])("is refused as a filter with the value '%s'", async (value) => {
    const { status, body } = await station.as(ADA, "GET", `/v2/airspace/operations?${ALL_DAY}&seen=${value}`);
    expect([status, locOf(body)]).toEqual([422, ["query", "seen"]]);
  });
});

describe("the operator of a station without accounts", () => {
  it("is one person with notes and marks of their own", async () => {
    const alone = await startApiStation();
    try {
      const [first] = await alone.operations({ from: "-PT12H" });
      const post = () =>
        fetch(`${alone.url}${notesPath(first!.id)}`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ note: "mine" }),
        });
      expect([(await post()).status, (await post()).status]).toEqual([200, 409]);
      const { items } = AnnotationList.parse(await (await alone.get(notesPath(first!.id))).json());
      expect(items).toMatchObject([{ note: "mine", can_edit: true }]);
      await fetch(`${alone.url}${seenPath(first!.id)}`, { method: "PUT" });
      const seen = await alone.operations({ from: "-PT12H", seen: "true" });
      expect(seen.map(({ id, seen: mark }) => [id, mark])).toEqual([[first!.id, true]]);
    } finally {
      await alone.stop();
    }
  });
});
