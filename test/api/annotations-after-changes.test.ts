import { io, type Socket } from "socket.io-client";
import { afterAll, describe, expect, it } from "vitest";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { ANONYMOUS } from "../../server/kernel/principal.ts";
import { look, PRAGUE } from "../live/live-station.ts";
import { annotationsAt, notesPath, seenPath } from "./annotation-requests.ts";
import { ADA, BOB, EVE, ROOT, startOperationsStation } from "./operations-station.ts";

const station = await startOperationsStation();
afterAll(() => station[Symbol.asyncDispose]());
const [survey, visitor, , silent] = station.operations as [Operation, Operation, Operation, Operation];
const { annotate, notes, opened } = annotationsAt(station);

type Detection = { readonly mac: string; readonly serial?: string; readonly north: number; readonly sn: string };
async function detect({ mac, serial, north, sn }: Detection): Promise<void> {
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
  it("keep all notes and the seen marks of each; their statistics cover both", async () => {
    const serial = "1596F351901936319001";
    await detect({ mac: "02:00:5e:00:55:01", serial, north: 0, sn: "ROOF" });
    await detect({ mac: "02:00:5e:00:55:02", north: 0.002, sn: "VAN" });
    const [elder, younger] = (await recent()) as [Operation, Operation];
    await annotate(ADA, elder.id, "of the elder");
    await annotate(ADA, younger.id, "of the younger");
    await annotate(BOB, younger.id, "another's");
    await station.as(BOB, "PUT", seenPath(younger.id));
    expect([await opened(BOB, elder.id), await opened(BOB, younger.id)]).toEqual([false, true]);

    await detect({ mac: "02:00:5e:00:55:02", serial, north: 0.002, sn: "VAN" });
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
      const durationMs = Date.parse(merged!.time_last_telemetry!) - Date.parse(merged!.time_first_telemetry!);
      expect((body as { duration: number }).duration).toBe(durationMs / 1000);
    }
    expect(await station.listed(BOB, "from=-PT5M&seen=true")).toEqual([elder.id]);
    await station.as(BOB, "DELETE", seenPath(elder.id));
    expect(await opened(BOB, younger.id)).toBe(false);
  });
});

describe("operations that are merged by hand", () => {
  it("are read with the notes and marks of all, and each with its own again when that is undone", async () => {
    const [one, other] = [survey, visitor];
    await annotate(ADA, one.id, "of the one");
    await annotate(BOB, one.id, null);
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
  it("keeps its notes and seen marks until it is restored", async () => {
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
  ])("carries the seen mark of each user, %s", async (what, query) => {
    const aircraft = {
      mac: `02:00:5e:00:56:0${what.length % 10}`,
      serial: `15960000000${what.length}`,
      north: 0.05,
      sn: "ROOF",
    };
    await detect(aircraft);
    const operation = (await recent()).find(({ ua_identifiers: [known] }) => known?.value === aircraft.serial)!;
    await station.as(ADA, "PUT", seenPath(operation.id));
    const sockets = await Promise.all([ADA, BOB].map((person) => connect(person, query)));
    const answers = Promise.all(sockets.map((socket) => nextOf(socket, operation.id)));
    await detect(aircraft);
    expect(await answers).toEqual([true, false]);
    for (const socket of sockets) socket.close();
  });
});

describe("a user who is deleted", () => {
  it("leaves notes without a name and no seen marks", async () => {
    const own = await annotate(EVE, survey.id, "from one who left");
    await station.as(EVE, "PUT", seenPath(survey.id));
    expect((await station.as(EVE, "DELETE", `/v1/users/${station.idOf(EVE)}`)).status).toBe(204);
    const left = (await notes(BOB, survey.id)).items.find(({ id }) => id === own.id);
    expect(left).toEqual({ ...own, owner_id: ANONYMOUS.userId, can_edit: false });
  });
});
