import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LOCAL_OPERATOR } from "../../../kernel/principal.ts";
import type { Sighting } from "../../../kernel/sighting.ts";
import type { TempStore } from "../../../storage/temp-store.fixture.ts";
import { openTempStore } from "../../../storage/temp-store.fixture.ts";
import { createFusionState } from "./fusion-state.ts";
import type { SuboperationModel } from "../model/operation.model.ts";
import { createOperationsService } from "../query/query.service.ts";
import { createFusionStateStore } from "../model/operation.loader.ts";
import { createOperationTracks } from "../query/operation.tracks.ts";
import { COPYING_NOTHING, countingIds, flight, NOON_MS, NOTHING_STORED, sighting } from "./sightings.fixture.ts";
import type { AddedRecords } from "./pending-writes.ts";

let temp: TempStore;
let nowMs: number;
const clock = { now: () => nowMs };
const ids = countingIds();
let fusionState: ReturnType<typeof createFusionState>;

beforeAll(() => {
  temp = openTempStore();
});
beforeEach(() => {
  temp.store.writer.exec(
    "DELETE FROM identifier; DELETE FROM suboperation; UPDATE operation SET merged_into = NULL; DELETE FROM operation",
  );
  nowMs = NOON_MS + 3_600_000;
  fusionState = createFusionState({
    store: createFusionStateStore(temp.store.writer),
    tracks: NOTHING_STORED,
    copyTrack: COPYING_NOTHING,
    clock,
    ids,
  });
});
afterAll(() => temp[Symbol.dispose]());

/** Assigns sightings and saves them in one transaction, as one group of the recorder. */
function hear(...sightings: readonly Sighting[]): readonly (SuboperationModel | undefined)[] {
  const assigned = sightings.map((one) => fusionState.assign(one));
  const gained = new Map<SuboperationModel, AddedRecords>();
  for (const [index, one] of assigned.entries()) {
    const ua = sightings[index]?.ua;
    if (one === undefined || !ua) continue;
    const known = gained.get(one) ?? { records: 0, lastMs: -Infinity };
    gained.set(one, { records: known.records + 1, lastMs: Math.max(known.lastMs, ua.timeMs) });
  }
  temp.store.writer.transaction(() => fusionState.save(gained))()();
  return assigned;
}

function restart(): void {
  temp.reopen();
  fusionState = createFusionState({
    store: createFusionStateStore(temp.store.writer),
    tracks: NOTHING_STORED,
    copyTrack: COPYING_NOTHING,
    clock,
    ids,
  });
}

function service() {
  const { reader, writer } = temp.store;
  return createOperationsService({
    reader,
    writer,
    clock,
    ids,
    accessOf: () => "write",
    explicitAccess: () => "write",
    trackFixes: NOTHING_STORED,
    copyTrack: COPYING_NOTHING,
    tracksInside: () => new Set(),
    lastTelemetry: () => ({}),
    filterWithinLimits: (sets) => Promise.resolve(sets),
  });
}

/** What is stored: per operation its suboperations as `sensor technology reason count identifiers`. */
async function stored(): Promise<readonly (readonly string[])[]> {
  const result = await service().list(
    {
      from: "2026-05-01T00:00:00Z",
      order: "time",
      offset: 0,
      globalize: true,
      include_last_telemetry: false,
      exclude_public: false,
    },
    LOCAL_OPERATOR,
    new AbortController().signal,
  );
  if (result.kind === "invalid") throw new Error("the list was refused");
  return result.operations.map(({ suboperations }) =>
    suboperations.map(({ sensor_id, transmission_technology, link_reason, message_count }) =>
      [sensor_id, transmission_technology, link_reason, message_count].join(" "),
    ),
  );
}

const [MAC_2, MAC_3] = ["mac:00:00:5e:00:53:02", "mac:00:00:5e:00:53:03"];

describe("sightings of one aircraft", () => {
  it("by one sensor are one suboperation of one operation", async () => {
    hear(...flight(5, { serial: "A" }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 30"]]);
  });

  it("by two sensors are one operation, by its identifier", async () => {
    hear(
      ...flight(1, { serial: "A" }),
      ...flight(1, { serial: "A", sensorId: "van", transmitter: null, technology: "bluetooth_legacy" }),
    );
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 6", "van bluetooth_legacy same_identifier 6"]]);
  });

  it("by two sensors are one operation, by its transmitter, when it declares nothing", async () => {
    hear(...flight(1), ...flight(1, { sensorId: "van" }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 6", "van wifi_beacon same_transmitter 6"]]);
  });

  it("over two technologies are one operation, by continuity in place and time", async () => {
    hear(sighting({ serial: "A" }), sighting({ at: 1, technology: "bluetooth_legacy", transmitter: MAC_2, north: 20 }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 1", "roof bluetooth_legacy continuity 1"]]);
  });

  it("whose transmitter changes its address go on as one suboperation", async () => {
    hear(sighting({ serial: "A" }), sighting({ serial: "A", at: 10, transmitter: MAC_2 }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 2"]]);
  });

  it("before and after a silence of ten minutes are one operation, after a longer one two", async () => {
    hear(sighting({ serial: "A" }), sighting({ serial: "A", at: 600 }), sighting({ serial: "A", at: 1201 }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 2"], ["roof wifi_beacon first_seen 1"]]);
  });

  it("are as they came when they come out of order", async () => {
    hear(...flight(5, { serial: "A" }).toReversed());
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 30"]]);
    const [operation] = service().findSuboperations(fusionState.drainChanged()[0]!.uuid, true, LOCAL_OPERATOR);
    expect([operation?.firstMs, operation?.lastMs]).toEqual([NOON_MS, NOON_MS + 290_000]);
  });
});

describe("sightings of several aircraft", () => {
  it("that declare different identifiers are never one operation, near as they are", async () => {
    hear(
      sighting({ serial: "A" }),
      sighting({ serial: "B", transmitter: MAC_2, sensorId: "van" }),
      sighting({ serial: "C", technology: "bluetooth_legacy" }),
    );
    expect(await stored()).toHaveLength(3);
  });

  it("on one transmitter are told apart by their identifiers", async () => {
    hear(sighting({ serial: "A" }), sighting({ serial: "B", at: 1 }), sighting({ serial: "A", at: 2 }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 2"], ["roof wifi_beacon first_seen 1"]]);
  });

  it("with one identifier too far apart to be one aircraft are two operations", async () => {
    hear(
      sighting({ serial: "A" }),
      sighting({ serial: "A", at: 1, north: 20_000, transmitter: MAC_2, sensorId: "van" }),
    );
    expect(await stored()).toHaveLength(2);
  });

  it("close together leave a silent one on its own: who of them it is cannot be known", async () => {
    hear(
      sighting({ serial: "A" }),
      sighting({ serial: "B", transmitter: MAC_2, north: 30 }),
      sighting({ at: 1, sensorId: "van", transmitter: MAC_3, technology: "bluetooth_legacy", north: 15 }),
    );
    expect(await stored()).toHaveLength(3);
  });

  it("in a crowd that declares nothing are joined by their transmitters only, as fast as others", () => {
    const crowd = Array.from({ length: 300 }, (_, index) => ({
      at: index / 50,
      transmitter: `mac:${index}`,
      north: index % 10,
    }));
    hear(...crowd.flatMap((seen) => [sighting(seen), sighting({ ...seen, sensorId: "van" })]));
    expect(fusionState.drainChanged()).toHaveLength(crowd.length);
  });

  it("are not joined over a silent suboperation between them, which goes with its transmitter", async () => {
    hear(
      sighting({ serial: "A" }),
      sighting({ at: 1, sensorId: "van", transmitter: MAC_2, technology: "bluetooth_legacy", north: 20 }),
      sighting({ at: 2, sensorId: "mast", serial: "B", transmitter: MAC_2, technology: "wifi_nan", north: 30 }),
    );
    expect(await stored()).toEqual([
      ["roof wifi_beacon first_seen 1"],
      ["van bluetooth_legacy first_seen 1", "mast wifi_nan same_transmitter 1"],
    ]);
  });
});

describe("an identity that comes late", () => {
  it("joins two operations; the id of the younger goes on working", async () => {
    const [first] = hear(sighting({ serial: "A", north: 0 }));
    const [second] = hear(sighting({ at: 1, sensorId: "van", transmitter: MAC_2, north: 200 }));
    const youngerId = second!.operation.uuid;
    expect(await stored()).toHaveLength(2);
    hear(sighting({ at: 10, sensorId: "van", transmitter: MAC_2, serial: "A", north: 200 }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 1", "van wifi_beacon same_identifier 2"]]);
    const elderId = first!.operation.uuid;
    expect(service().find(youngerId, null, LOCAL_OPERATOR)?.id).toBe(elderId);
    expect(service().find(youngerId, true, LOCAL_OPERATOR)?.id).toBe(elderId);
    const tracks = createOperationTracks(temp.store.reader).tracksOfOperation(youngerId, null, {
      caller: LOCAL_OPERATOR,
      isPublicExcluded: false,
    });
    expect(tracks.map(({ operationId, sensorId }) => [operationId, sensorId])).toEqual([
      [elderId, "roof"],
      [elderId, "van"],
    ]);
  });

  it("joins an operation that is known from the database only", async () => {
    const [first] = hear(sighting({ serial: "A" }));
    restart();
    const [second] = hear(sighting({ at: 1, sensorId: "van", transmitter: MAC_2, north: 200 }));
    expect(await stored()).toHaveLength(2);
    hear(sighting({ at: 2, sensorId: "van", transmitter: MAC_2, north: 200, serial: "A" }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 1", "van wifi_beacon same_identifier 2"]]);
    expect(service().find(second!.operation.uuid, null, LOCAL_OPERATOR)?.id).toBe(first!.operation.uuid);
  });

  it("joins operations that were joined before; the ids of all of them go on working", async () => {
    const [first, second, third] = hear(
      sighting({ serial: "A" }),
      sighting({ at: 1, sensorId: "van", transmitter: MAC_2, north: 200 }),
      sighting({ at: 2, sensorId: "mast", transmitter: MAC_3, north: 400 }),
    );
    const uuids = [first, second, third].map((one) => one!.operation.uuid);
    expect(await stored()).toHaveLength(3);
    hear(
      sighting({ at: 3, sensorId: "mast", transmitter: MAC_3, north: 400, registration: "R" }),
      sighting({ at: 4, sensorId: "van", transmitter: MAC_2, north: 200, registration: "R" }),
    );
    expect(await stored()).toHaveLength(2);
    hear(sighting({ at: 5, sensorId: "van", transmitter: MAC_2, north: 200, registration: "R", serial: "A" }));
    expect(await stored()).toHaveLength(1);
    expect(uuids.map((uuid) => service().find(uuid, null, LOCAL_OPERATOR)?.id)).toEqual([uuids[0], uuids[0], uuids[0]]);
    restart();
    expect(uuids.map((uuid) => service().find(uuid, null, LOCAL_OPERATOR)?.id)).toEqual([uuids[0], uuids[0], uuids[0]]);
  });

  it("frees a suboperation that was taken for another aircraft's, with all that both have", async () => {
    const [, stranger] = hear(
      sighting({ serial: "A" }),
      sighting({ at: 1, sensorId: "van", technology: "bluetooth_legacy", transmitter: MAC_2, north: 20 }),
    );
    expect(await stored()).toHaveLength(1);
    hear(
      sighting({ at: 40, sensorId: "van", technology: "bluetooth_legacy", transmitter: MAC_2, serial: "B", north: 90 }),
    );
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 1"], ["van bluetooth_legacy first_seen 2"]]);
    const [left, own] = [...new Set(fusionState.drainChanged())].toSorted((a, b) => a.firstMs - b.firstMs);
    expect([left?.lastMs, own?.firstMs, own?.lastMs]).toEqual([NOON_MS, NOON_MS + 1000, NOON_MS + 40_000]);
    expect(stranger?.operation).toBe(own);
    restart();
    expect(await stored()).toHaveLength(2);
  });
});

describe("what is stored", () => {
  it("is continued after a restart: the same operation, the same suboperation, its count", async () => {
    hear(...flight(2, { serial: "A" }));
    restart();
    hear(...flight(2, { serial: "A", at: 120, north: 600 }));
    hear(sighting({ serial: "A", at: 250, sensorId: "van", transmitter: MAC_2, north: 1200 }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 24", "van wifi_beacon same_identifier 1"]]);
  });

  it("is continued after a restart by the transmitter alone", async () => {
    hear(...flight(1));
    restart();
    hear(...flight(1, { at: 60, north: 300 }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 12"]]);
  });

  it("is continued after it has left memory", async () => {
    hear(...flight(1, { serial: "A" }));
    nowMs += 16 * 60_000;
    hear(...Array.from({ length: 2000 }, (_, index) => sighting({ serial: "B", transmitter: MAC_2, at: index * 0.1 })));
    hear(...flight(1, { serial: "A", at: 60, north: 300 }));
    expect((await stored())[0]).toEqual(["roof wifi_beacon first_seen 12"]);
  });

  it("is saved again when the transaction failed", async () => {
    fusionState.assign(sighting({ serial: "A" }));
    const failing = temp.store.writer.transaction(() => {
      fusionState.save(new Map());
      throw new Error("the disk is full");
    });
    expect(failing).toThrow("full");
    expect(await stored()).toEqual([]);
    hear(sighting({ serial: "A", at: 1 }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 1"]]);
  });

  it("is nothing for a sighting that declares only, and gains from it what is there already", async () => {
    expect(hear(sighting({ serial: "A", north: null }))).toEqual([undefined]);
    expect(await stored()).toEqual([]);
    hear(sighting());
    hear(sighting({ at: 1, serial: "A", north: null, declared: { operatorId: "FIN87astrdge12k8" } }));
    expect(await stored()).toEqual([["roof wifi_beacon first_seen 1"]]);
  });

  it("begins and ends with telemetry, whatever was said before and after it", () => {
    const [suboperation] = hear(sighting({ at: 10 }));
    hear(sighting({ at: 5, serial: "A", north: null }), sighting({ at: 20, north: null }));
    expect([suboperation?.firstMs, suboperation?.lastMs]).toEqual([NOON_MS + 10_000, NOON_MS + 10_000]);
  });

  it("keeps the newest texts and signatures of a sender that never repeats itself", () => {
    const [suboperation] = hear(
      ...Array.from({ length: 100 }, (_, index) =>
        sighting({
          at: index,
          declared: {
            descriptions: [{ type: "text", value: `line ${index}` }],
            authentication: [{ type: "uas_id_signature", data: `${index}`, timestampMs: null }],
          },
        }),
      ),
    );
    expect(suboperation?.declared.descriptions).toHaveLength(32);
    expect(suboperation?.declared.descriptions.at(-1)?.value).toBe("line 99");
    expect(suboperation?.declared.authentication.at(-1)?.data).toBe("99");
  });
});

describe("warnings", () => {
  it.each([
    ["a jump", [sighting(), sighting({ at: 1, north: 5000 })], ["position_implausible"]],
    ["an operator far away", [sighting({ operatorNorth: 11_000 })], ["operator_far_away"]],
    ["an operator near by", [sighting({ operatorNorth: 9000 })], []],
    ["nothing odd", flight(2), []],
  ])("say what looks wrong, once: %s", (_, sightings, types) => {
    hear(...sightings, ...sightings.map((one) => ({ ...one, observedAtMs: one.observedAtMs + 1 })));
    const [operation] = fusionState.drainChanged();
    expect(
      service()
        .find(operation!.uuid, true, LOCAL_OPERATOR)
        ?.warnings.map(({ type }) => type),
    ).toEqual(types);
  });
});

it("every operation that changed is told once, and not again until it changes", () => {
  hear(...flight(1, { serial: "A" }), sighting({ serial: "B", transmitter: MAC_2 }));
  expect(fusionState.drainChanged()).toHaveLength(2);
  expect(fusionState.drainChanged()).toHaveLength(0);
  hear(sighting({ serial: "A", at: 61 }));
  expect(fusionState.drainChanged()).toHaveLength(1);
});
