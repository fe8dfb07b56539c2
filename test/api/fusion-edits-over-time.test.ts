import { io } from "socket.io-client";
import { afterAll, expect, it } from "vitest";
import type { FusionEdit } from "../../server/contracts/fusion.ts";
import { LIVE_PATH, type Notice } from "../../server/contracts/live.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { resultOf, startFusionStation, summaryOf } from "./fusion-edits.fixture.ts";

/** Fusion edits after a restart, while records arrive, and on the live stream. */

const fusion = await startFusionStation("fusion-edits-over-time");
afterAll(() => fusion[Symbol.asyncDispose]());
const { receive, receivedByTwo, history, list, merge, records, split, twoFlights, undo } = fusion;

it("edits remain in effect after a restart and can still be undone", async () => {
  const whole = await receivedByTwo(30, "D1");
  const [one, other] = await twoFlights(31, "D2", "D3");
  const splitResult = await resultOf(split(whole.id, whole.suboperations[1]!.id));
  const merged = await resultOf(merge(one.id, other.id));
  const before = [await list(30), await list(31)];
  await fusion.restart();
  expect([await list(30), await list(31)]).toEqual(before);
  await receive(
    { sensor: "mast", serial: "D1", mac: "D1", north: 30, ago: 280 },
    { sensor: "van", serial: "D1", mac: "D1", north: 30, ago: 280 },
    { sensor: "van", serial: "D3", mac: "D3", north: 31, ago: 280 },
    { sensor: "roof", serial: "D2", mac: "D2", north: 31, ago: 280 },
  );
  expect((await list(30)).map(summaryOf)).toEqual([
    ["roof first_seen 1 10", "mast same_identifier 0.98 10"],
    ["van by_hand 1 20"],
  ]);
  expect((await list(31)).map(summaryOf)).toEqual([["roof first_seen 1 20", "van by_hand 1 20"]]);
  await resultOf(undo(splitResult.edit.id));
  await resultOf(undo(merged.edit.id));
  expect(await list(30)).toHaveLength(1);
  expect((await list(31)).map(summaryOf)).toEqual([["roof first_seen 1 20"], ["van first_seen 1 20"]]);
});

it("the last position of an aircraft is known after a restart, so a jump from it is a warning", async () => {
  await receive({ sensor: "roof", serial: "D4", mac: "D4", north: 35, ago: 300 });
  await fusion.restart();
  await receive({ sensor: "roof", serial: "D4", mac: "D4", north: 35.1, ago: 280, count: 1 });
  const [operation] = await list(35);
  expect(operation?.warnings.map(({ type }) => type)).toContain("position_implausible");
});

it("no record that arrives during edits is lost, and responses agree with each other", async () => {
  const whole = await receivedByTwo(40, "E1");
  const van = whole.suboperations[1]!.id;
  let received = 0;
  const pushing = (async () => {
    for (let turn = 0; turn < 20; turn++) {
      const ago = 280 - turn * 10;
      await receive(
        { sensor: "roof", serial: "E1", mac: "E1", north: 40, ago },
        { sensor: "van", serial: "E1", mac: "E1", north: 40, ago },
      );
      received += 20;
    }
  })();
  for (let turn = 0; turn < 5; turn++) {
    const { edit } = await resultOf(split(whole.id, van));
    const { operations } = await resultOf(undo(edit.id));
    expect(operations).toHaveLength(1);
  }
  await Promise.all([pushing, split(whole.id, van), split(whole.id, van), undo("nothing")]);
  const after = await list(40);
  expect(after.flatMap(({ suboperations }) => suboperations)).toHaveLength(2);
  const counts = after.flatMap(({ suboperations }) => suboperations.map((one) => one.message_count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20 + received);
  for (const { id, suboperations } of after) {
    expect(await records(id)).toHaveLength(suboperations.reduce((sum, one) => sum + one.message_count, 0));
  }
});

it("the live stream sends both operations of a split, and a notice when one no longer exists", async () => {
  const whole = await receivedByTwo(60, "AB");
  const client = io(fusion.station().url, { path: LIVE_PATH, forceNew: true, transports: ["websocket"] });
  try {
    await new Promise<void>((resolve) => client.once("connect", () => resolve()));
    const notice = (type: string) =>
      new Promise<Notice>((resolve) => {
        client.on("notice", (one: Notice) => void (one.type === type && resolve(one)));
      });
    // Commands are handled in order: once the invalid viewport is refused, the valid one is in effect.
    const refused = notice("invalid_viewport");
    client.emit("viewport", "13.9,59.9,14.1,60.1");
    client.emit("viewport", "nowhere");
    await refused;
    const [kept, fresh] = await new Promise<readonly Operation[]>((resolve, reject) => {
      const seen = new Map<string, Operation>();
      client.on("operation", (operation: Operation) => {
        if (operation.suboperations.length !== 1) return;
        seen.set(operation.id, operation);
        if (seen.size === 2) resolve([...seen.values()]);
      });
      split(whole.id, whole.suboperations[1]!.id).catch(reject);
    });
    expect([kept, fresh].map((one) => one!.ua_identifiers[0]?.value)).toEqual(["AB", "AB"]);
    const freshId = [kept!.id, fresh!.id].find((id) => id !== whole.id)!;
    const gone = notice("operation_removed");
    const [{ id: editId }] = (await history(whole.id)) as [FusionEdit];
    await resultOf(undo(editId));
    expect((await gone).operation_id).toBe(freshId);
  } finally {
    client.close();
  }
});
