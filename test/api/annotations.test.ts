import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Annotation, AnnotationList, MAX_NOTE_CHARACTERS } from "../../server/contracts/annotations.ts";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { ANONYMOUS } from "../../server/kernel/principal.ts";
import { look, PRAGUE } from "../live/live-station.ts";
import { startApiStation } from "./api-station.ts";
import { ADA, ALL_DAY, BOB, EVE, type PeopleStation, ROOT, startPeopleStation } from "./people-station.ts";

let station: PeopleStation;
let survey: Operation;
let visitor: Operation;
let silent: Operation;
beforeAll(async () => {
  station = await startPeopleStation();
  [survey, visitor, , silent] = station.operations as [Operation, Operation, Operation, Operation];
});
afterAll(() => station[Symbol.asyncDispose]());

const NO_ID = "00000000-0000-4000-8000-00000000dead";
const notesPath = (id: string) => `/v2/airspace/operations/${id}/user-data`;
const seenPath = (id: string) => `/v2/airspace/operations/${id}/seen`;
async function notes(person: string, id: string): Promise<AnnotationList> {
  const { status, body } = await station.as(person, "GET", notesPath(id));
  if (status !== 200) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
  return AnnotationList.parse(body);
}
async function annotate(person: string, id: string, note: string | null): Promise<Annotation> {
  const { status, body } = await station.as(person, "POST", notesPath(id), { note });
  if (status !== 200) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
  return Annotation.parse(body);
}
const locOf = (body: unknown) => [(body as { detail: { loc: unknown } | { loc: unknown }[] }).detail].flat()[0]!.loc;

describe("annotations", () => {
  it("are read by everybody who may read the operation, and changed by who wrote them", async () => {
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

  it("of an operation that one may not read are not there", async () => {
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

const opened = async (person: string, id: string) =>
  ((await station.as(person, "GET", `/v2/airspace/operations/${id}`)).body as Operation).seen;
const listedAs = async (person: string, seen: boolean, more = "") =>
  station.listed(person, `${ALL_DAY}&seen=${String(seen)}${more}`);

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

  it("is that of the whole flight, whichever of its suboperations is named", async () => {
    const suboperation = survey.suboperations[1]!.id;
    await station.as(BOB, "PUT", seenPath(suboperation));
    expect([await opened(BOB, survey.id), await opened(BOB, suboperation)]).toEqual([true, true]);
    expect(await listedAs(BOB, true, "&globalize=false")).toEqual(survey.suboperations.map(({ id }) => id));
    await station.as(BOB, "DELETE", seenPath(survey.suboperations[0]!.id));
    expect(await opened(BOB, suboperation)).toBe(false);
  });

  it.each(["PUT", "DELETE"])("is not set on what there is not (%s)", async (method) => {
    const { status, body } = await station.as(ADA, method, seenPath("nothing"));
    expect([status, locOf(body)]).toEqual([404, ["path", "operation_id"]]);
  });

  it.each(["maybe", "", "2"])("is no filter where it is asked for as '%s'", async (value) => {
    const { status, body } = await station.as(ADA, "GET", `/v2/airspace/operations?${ALL_DAY}&seen=${value}`);
    expect([status, locOf(body)]).toEqual([422, ["query", "seen"]]);
  });
});

type Heard = { readonly mac: string; readonly serial?: string; readonly north: number; readonly sn: string };
async function hear({ mac, serial, north, sn }: Heard): Promise<void> {
  const body = JSON.stringify({
    sn,
    tech: "wifi_beacon",
    rssi: -60,
    mac,
    timestamp: new Date().toISOString(),
    odid: {
      ...(serial !== undefined && { BasicID: [{ UASID: serial, IDType: 1, UAType: 2 }] }),
      Location: { Status: 2, Latitude: 50.1 + north, Longitude: 14.3, AltitudeGeo: 300, Height: 40, Direction: 9 },
    },
  });
  const headers = { "Content-Type": "application/x-ndjson", Authorization: `Bearer ${station.tokenOf(ROOT)}` };
  const pushed = await fetch(`${station.whole.url}/station/v1/ingest/scout`, { method: "POST", headers, body });
  if (pushed.status !== 200) throw new Error(`a push was answered with ${pushed.status}`);
}
async function recent(): Promise<readonly Operation[]> {
  return (await station.as(ROOT, "GET", "/v2/airspace/operations?from=-PT5M")).body as readonly Operation[];
}

describe("operations that turn out to be one", () => {
  it("keep all notes, and are seen by whoever saw one of them; their statistics are of both", async () => {
    const serial = "1596F351901936319001";
    await hear({ mac: "02:00:5e:00:55:01", serial, north: 0, sn: "ROOF" });
    await hear({ mac: "02:00:5e:00:55:02", north: 0.002, sn: "VAN" });
    const [elder, younger] = (await recent()) as [Operation, Operation];
    await annotate(ADA, elder.id, "of the elder");
    await annotate(ADA, younger.id, "of the younger");
    await annotate(BOB, younger.id, "another's");
    await station.as(BOB, "PUT", seenPath(younger.id));
    expect([await opened(BOB, elder.id), await opened(BOB, younger.id)]).toEqual([false, true]);

    await hear({ mac: "02:00:5e:00:55:02", serial, north: 0.002, sn: "VAN" });
    const [merged, ...others] = await recent();
    expect([merged!.id, merged!.suboperations.length, others]).toEqual([elder.id, 2, []]);
    for (const id of [elder.id, younger.id]) {
      const { can_add, items } = await notes(ADA, id);
      expect([can_add, items.map(({ note }) => note)]).toEqual([
        false,
        ["of the elder", "of the younger", "another's"],
      ]);
      expect([await opened(BOB, id), await opened(ADA, id)]).toEqual([true, false]);
      const { body } = await station.as(ADA, "GET", `/v2/airspace/operations/${id}/statistics`);
      const heardMs = Date.parse(merged!.time_last_telemetry!) - Date.parse(merged!.time_first_telemetry!);
      expect((body as { duration: number }).duration).toBe(heardMs / 1000);
    }
    expect(await station.listed(BOB, "from=-PT5M&seen=true")).toEqual([elder.id]);
    await station.as(BOB, "DELETE", seenPath(elder.id));
    expect(await opened(BOB, younger.id)).toBe(false);
  });
});

describe("operations that are merged by hand", () => {
  it("are read with the notes and marks of all, and each with its own again when that is undone", async () => {
    const [one, other] = [survey, visitor];
    const before = await notes(BOB, one.id);
    await annotate(BOB, other.id, "of the other");
    await station.as(BOB, "PUT", seenPath(other.id));
    const merge = await station.as(ROOT, "POST", `/station/v1/operations/${one.id}/merge`, { with: [other.id] });
    expect(merge.status).toBe(200);
    const texts = async (id: string) => (await notes(BOB, id)).items.map(({ note }) => note);
    const together = [...before.items.map(({ note }) => note), "of the other"];
    expect([await texts(one.id), await texts(other.id)]).toEqual([together, together]);
    expect([await opened(BOB, one.id), await opened(BOB, other.id)]).toEqual([true, true]);
    const { edit } = merge.body as { readonly edit: { readonly id: string } };
    expect((await station.as(ROOT, "POST", `/station/v1/fusion-edits/${edit.id}/undo`)).status).toBe(200);
    expect([await notes(BOB, one.id), await texts(other.id)]).toEqual([before, ["of the other"]]);
    expect([await opened(BOB, one.id), await opened(BOB, other.id)]).toEqual([false, true]);
  });
});

describe("an operation that is removed", () => {
  it("keeps its notes and marks for when it is brought back", async () => {
    await annotate(BOB, silent.id, "kept");
    await station.as(ROOT, "PUT", seenPath(silent.id));
    const path = `/v2/airspace/operations/${silent.id}?globalize=true`;
    expect((await station.as(ROOT, "DELETE", path)).status).toBe(204);
    expect((await station.as(BOB, "GET", notesPath(silent.id))).status).toBe(404);
    const removed = await station.as(ROOT, "GET", "/station/v1/operations/removed");
    expect(removed.body).toMatchObject([{ operation: { id: silent.id, seen: true } }]);
    const back = await station.as(ROOT, "POST", `/station/v1/operations/${silent.id}/restore`);
    expect(back.body).toMatchObject({ id: silent.id, seen: true });
    expect((await notes(BOB, silent.id)).items.map(({ note }) => note)).toEqual(["kept"]);
  });
});

describe("the live stream", () => {
  const connect = async (person: string, query: Readonly<Record<string, string>>) => {
    const auth = { token: station.tokenOf(person) };
    const socket = io(station.whole.url, { path: LIVE_PATH, forceNew: true, reconnection: false, query, auth });
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", () => resolve());
      socket.once("connect_error", reject);
    });
    await look(socket, PRAGUE);
    return socket;
  };
  const nextOf = (socket: Socket, id: string): Promise<boolean> =>
    new Promise((resolve) => {
      socket.on("operation", (sent: Operation | Operation[]) => {
        for (const operation of [sent].flat()) if (operation.id === id) resolve(operation.seen);
      });
    });

  it.each([
    ["record by record", {}],
    ["in batches", { batch: "1" }],
  ])("tells each person whether they have seen an operation, %s", async (what, query) => {
    const aircraft = {
      mac: `02:00:5e:00:56:0${what.length % 10}`,
      serial: `15960000000${what.length}`,
      north: 0.05,
      sn: "ROOF",
    };
    await hear(aircraft);
    const operation = (await recent()).find(({ ua_identifiers: [known] }) => known?.value === aircraft.serial)!;
    await station.as(ADA, "PUT", seenPath(operation.id));
    const sockets = await Promise.all([ADA, BOB].map((person) => connect(person, query)));
    const answers = Promise.all(sockets.map((socket) => nextOf(socket, operation.id)));
    await hear(aircraft);
    expect(await answers).toEqual([true, false]);
    for (const socket of sockets) socket.close();
  });
});

describe("who leaves the station", () => {
  it("leaves the notes behind without a name, and no marks", async () => {
    const own = await annotate(EVE, survey.id, "from one who left");
    await station.as(EVE, "PUT", seenPath(survey.id));
    expect((await station.as(EVE, "DELETE", `/v1/users/${station.idOf(EVE)}`)).status).toBe(204);
    const left = (await notes(BOB, survey.id)).items.find(({ id }) => id === own.id);
    expect(left).toEqual({ ...own, owner_id: ANONYMOUS.userId, can_edit: false });
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
