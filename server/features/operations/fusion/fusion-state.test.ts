import { describe, expect, it } from "vitest";
import { LOCAL_OPERATOR } from "../../../kernel/principal.ts";
import { createOperationTracks } from "../query/operation.tracks.store.ts";
import { useFusionState } from "./fusion-state.fixture.ts";
import { NOON_MS, sighting, track } from "./sightings.fixture.ts";

const { fusionState, store, service, restart, receive, listStored } = useFusionState();

const [MAC_2, MAC_3] = ["mac:00:00:5e:00:53:02", "mac:00:00:5e:00:53:03"];

describe("sightings of one aircraft", () => {
  it("by one sensor are one suboperation of one operation", async () => {
    receive(...track(5, { serial: "A" }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 30"]]);
  });

  it("by two sensors are one operation, by its identifier", async () => {
    receive(
      ...track(1, { serial: "A" }),
      ...track(1, { serial: "A", sensorId: "van", transmitter: null, technology: "bluetooth_legacy" }),
    );
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 6", "van bluetooth_legacy same_identifier 6"]]);
  });

  it("by two sensors are one operation, by its transmitter, when it declares nothing", async () => {
    receive(...track(1), ...track(1, { sensorId: "van" }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 6", "van wifi_beacon same_transmitter 6"]]);
  });

  it("over two technologies are one operation, by continuity in place and time", async () => {
    receive(
      sighting({ serial: "A" }),
      sighting({ at: 1, technology: "bluetooth_legacy", transmitter: MAC_2, north: 20 }),
    );
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 1", "roof bluetooth_legacy continuity 1"]]);
  });

  it("are two operations once they are at places that exclude each other at once", async () => {
    receive(...track(1, { serial: "A" }), ...track(1, { sensorId: "van", transmitter: MAC_2 }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 6", "van wifi_beacon continuity 6"]]);
    receive(sighting({ sensorId: "van", transmitter: MAC_2, at: 55, north: 5000 }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 6"], ["van wifi_beacon first_seen 7"]]);
  });

  it("are one operation again where an earlier position of that second removes the contradiction", async () => {
    receive(...track(1, { serial: "A" }), ...track(1, { sensorId: "van", transmitter: MAC_2 }));
    receive(sighting({ sensorId: "van", transmitter: MAC_2, at: 55.5, north: 5000 }));
    receive(sighting({ sensorId: "van", transmitter: MAC_2, at: 55.2, north: 270 }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 6", "van wifi_beacon continuity 8"]]);
  });

  it("whose transmitter changes its address stay one suboperation", async () => {
    receive(sighting({ serial: "A" }), sighting({ serial: "A", at: 10, transmitter: MAC_2 }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 2"]]);
  });

  it("before and after a gap of ten minutes are one operation, with a longer gap two", async () => {
    receive(sighting({ serial: "A" }), sighting({ serial: "A", at: 600 }), sighting({ serial: "A", at: 1201 }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 2"], ["roof wifi_beacon first_seen 1"]]);
  });

  it("give the same operation when they arrive out of order", async () => {
    receive(...track(5, { serial: "A" }).toReversed());
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 30"]]);
    const [operation] = service().findSuboperations(fusionState().drainChanged()[0]!.uuid, true, LOCAL_OPERATOR);
    expect([operation?.firstMs, operation?.lastMs]).toEqual([NOON_MS, NOON_MS + 290_000]);
  });
});

describe("sightings of several aircraft", () => {
  it("that declare different identifiers are never one operation, however near they are", async () => {
    receive(
      sighting({ serial: "A" }),
      sighting({ serial: "B", transmitter: MAC_2, sensorId: "van" }),
      sighting({ serial: "C", technology: "bluetooth_legacy" }),
    );
    expect(await listStored()).toHaveLength(3);
  });

  it("on one transmitter are distinguished by their identifiers", async () => {
    receive(sighting({ serial: "A" }), sighting({ serial: "B", at: 1 }), sighting({ serial: "A", at: 2 }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 2"], ["roof wifi_beacon first_seen 1"]]);
  });

  it("with one identifier too far apart to be one aircraft are two operations", async () => {
    receive(
      sighting({ serial: "A" }),
      sighting({ serial: "A", at: 1, north: 20_000, transmitter: MAC_2, sensorId: "van" }),
    );
    expect(await listStored()).toHaveLength(2);
  });

  it("close together leave an unidentified suboperation on its own, because it could be either", async () => {
    receive(
      sighting({ serial: "A" }),
      sighting({ serial: "B", transmitter: MAC_2, north: 30 }),
      sighting({ at: 1, sensorId: "van", transmitter: MAC_3, technology: "bluetooth_legacy", north: 15 }),
    );
    expect(await listStored()).toHaveLength(3);
  });

  it("in a crowd without identifiers are joined by their transmitters only, without taking longer", () => {
    const crowd = Array.from({ length: 300 }, (_, index) => ({
      at: index / 50,
      transmitter: `mac:${index}`,
      north: index % 10,
    }));
    receive(...crowd.flatMap((seen) => [sighting(seen), sighting({ ...seen, sensorId: "van" })]));
    expect(fusionState().drainChanged()).toHaveLength(crowd.length);
  });

  it("on both sides of a crowd are decided about a few times each, not for ever", () => {
    const places = [0, 50, -50, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1];
    receive(...places.map((north, index) => sighting({ north, sensorId: `s${index}`, transmitter: `mac:${index}` })));
    expect(fusionState().drainChanged().length).toBeGreaterThan(0);
  });

  it("are not joined through an unidentified suboperation between them, which stays with its transmitter", async () => {
    receive(
      sighting({ serial: "A" }),
      sighting({ at: 1, sensorId: "van", transmitter: MAC_2, technology: "bluetooth_legacy", north: 20 }),
      sighting({ at: 2, sensorId: "mast", serial: "B", transmitter: MAC_2, technology: "wifi_nan", north: 30 }),
    );
    expect(await listStored()).toEqual([
      ["roof wifi_beacon first_seen 1"],
      ["van bluetooth_legacy first_seen 1", "mast wifi_nan same_transmitter 1"],
    ]);
  });
});

describe("an identifier that is declared late", () => {
  it("joins two operations; the id of the later one stays valid", async () => {
    const [first] = receive(sighting({ serial: "A", north: 0 }));
    const [second] = receive(sighting({ at: 1, sensorId: "van", transmitter: MAC_2, north: 200 }));
    const laterId = second!.operation.uuid;
    expect(await listStored()).toHaveLength(2);
    receive(sighting({ at: 10, sensorId: "van", transmitter: MAC_2, serial: "A", north: 200 }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 1", "van wifi_beacon same_identifier 2"]]);
    const earlierId = first!.operation.uuid;
    expect(service().find(laterId, null, LOCAL_OPERATOR)?.id).toBe(earlierId);
    expect(service().find(laterId, true, LOCAL_OPERATOR)?.id).toBe(earlierId);
    const tracks = createOperationTracks(store().reader, store().writer).tracksOfOperation(laterId, null, {
      caller: LOCAL_OPERATOR,
      isPublicExcluded: false,
    });
    expect(tracks.map(({ operationId, sensorId }) => [operationId, sensorId])).toEqual([
      [earlierId, "roof"],
      [earlierId, "van"],
    ]);
  });

  it("joins an operation that is known from the database only", async () => {
    const [first] = receive(sighting({ serial: "A" }));
    restart();
    const [second] = receive(sighting({ at: 1, sensorId: "van", transmitter: MAC_2, north: 200 }));
    expect(await listStored()).toHaveLength(2);
    receive(sighting({ at: 2, sensorId: "van", transmitter: MAC_2, north: 200, serial: "A" }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 1", "van wifi_beacon same_identifier 2"]]);
    expect(service().find(second!.operation.uuid, null, LOCAL_OPERATOR)?.id).toBe(first!.operation.uuid);
  });

  it("joins operations that were joined before; the ids of all of them stay valid", async () => {
    const [first, second, third] = receive(
      sighting({ serial: "A" }),
      sighting({ at: 1, sensorId: "van", transmitter: MAC_2, north: 200 }),
      sighting({ at: 2, sensorId: "mast", transmitter: MAC_3, north: 400 }),
    );
    const uuids = [first, second, third].map((one) => one!.operation.uuid);
    expect(await listStored()).toHaveLength(3);
    receive(
      sighting({ at: 3, sensorId: "mast", transmitter: MAC_3, north: 400, registration: "R" }),
      sighting({ at: 4, sensorId: "van", transmitter: MAC_2, north: 200, registration: "R" }),
    );
    expect(await listStored()).toHaveLength(2);
    receive(sighting({ at: 5, sensorId: "van", transmitter: MAC_2, north: 200, registration: "R", serial: "A" }));
    expect(await listStored()).toHaveLength(1);
    expect(uuids.map((uuid) => service().find(uuid, null, LOCAL_OPERATOR)?.id)).toEqual([uuids[0], uuids[0], uuids[0]]);
    restart();
    expect(uuids.map((uuid) => service().find(uuid, null, LOCAL_OPERATOR)?.id)).toEqual([uuids[0], uuids[0], uuids[0]]);
  });

  it("separates a suboperation that was taken for another aircraft's, with all its records", async () => {
    const [, separated] = receive(
      sighting({ serial: "A" }),
      sighting({ at: 1, sensorId: "van", technology: "bluetooth_legacy", transmitter: MAC_2, north: 20 }),
    );
    expect(await listStored()).toHaveLength(1);
    receive(
      sighting({ at: 40, sensorId: "van", technology: "bluetooth_legacy", transmitter: MAC_2, serial: "B", north: 90 }),
    );
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 1"], ["van bluetooth_legacy first_seen 2"]]);
    const [left, own] = [...new Set(fusionState().drainChanged())].toSorted((a, b) => a.firstMs - b.firstMs);
    expect([left?.lastMs, own?.firstMs, own?.lastMs]).toEqual([NOON_MS, NOON_MS + 1000, NOON_MS + 40_000]);
    expect(separated?.operation).toBe(own);
    restart();
    expect(await listStored()).toHaveLength(2);
  });
});
