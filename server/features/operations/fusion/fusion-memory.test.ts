import { describe, expect, it } from "vitest";
import { MINUTE_MS, SECOND_MS } from "../../../kernel/clock.ts";
import { LOCAL_OPERATOR } from "../../../kernel/principal.ts";
import { useFusionState } from "./fusion-state.fixture.ts";
import { NOON_MS, sighting, track } from "./sightings.fixture.ts";

const { fusionState, store, service, advance, restart, receive, listStored } = useFusionState();

const MAC_2 = "mac:00:00:5e:00:53:02";

describe("what is stored", () => {
  it("is continued after a restart: the same operation, the same suboperation, its count", async () => {
    receive(...track(2, { serial: "A" }));
    restart();
    receive(...track(2, { serial: "A", at: 120, north: 600 }));
    receive(sighting({ serial: "A", at: 250, sensorId: "van", transmitter: MAC_2, north: 1200 }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 24", "van wifi_beacon same_identifier 1"]]);
  });

  it("begins earlier once something earlier is received, and keeps its beginning afterwards", () => {
    const readTimes = (table: "operation" | "suboperation") =>
      store().writer.prepare(`SELECT first_ms AS firstMs, last_ms AS lastMs FROM ${table}`).all();
    receive(sighting({ serial: "A", at: 60 }));
    receive(sighting({ serial: "A", at: 30 }));
    receive(sighting({ serial: "A", at: 90 }));
    const times = { firstMs: NOON_MS + 30 * SECOND_MS, lastMs: NOON_MS + 90 * SECOND_MS };
    expect([...readTimes("operation"), ...readTimes("suboperation")]).toEqual([times, times]);
  });

  it("is continued after a restart by the transmitter alone", async () => {
    receive(...track(1));
    restart();
    receive(...track(1, { at: 60, north: 300 }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 12"]]);
  });

  it("is continued after it was evicted from memory", async () => {
    receive(...track(1, { serial: "A" }));
    advance(16 * MINUTE_MS);
    receive(
      ...Array.from({ length: 2000 }, (_, index) => sighting({ serial: "B", transmitter: MAC_2, at: index * 0.1 })),
    );
    receive(...track(1, { serial: "A", at: 60, north: 300 }));
    expect((await listStored())[0]).toEqual(["roof wifi_beacon first_seen 12"]);
  });

  it("is saved again when the transaction failed", async () => {
    fusionState().assign(sighting({ serial: "A" }));
    const failing = store().writer.transaction(() => {
      fusionState().save(new Map());
      throw new Error("the disk is full");
    });
    expect(failing).toThrow("full");
    expect(await listStored()).toEqual([]);
    receive(sighting({ serial: "A", at: 1 }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 1"]]);
  });

  it("is nothing for a sighting without telemetry, which adds only to a suboperation that exists", async () => {
    expect(receive(sighting({ serial: "A", north: null }))).toEqual([undefined]);
    expect(await listStored()).toEqual([]);
    receive(sighting());
    receive(sighting({ at: 1, serial: "A", north: null, declared: { operatorId: "FIN87astrdge12k8" } }));
    expect(await listStored()).toEqual([["roof wifi_beacon first_seen 1"]]);
  });

  it("begins and ends with telemetry, whatever was declared before and after it", () => {
    const [suboperation] = receive(sighting({ at: 10 }));
    receive(sighting({ at: 5, serial: "A", north: null }), sighting({ at: 20, north: null }));
    expect([suboperation?.firstMs, suboperation?.lastMs]).toEqual([NOON_MS + 10_000, NOON_MS + 10_000]);
  });

  it("keeps the newest texts and signatures of a sender that always declares new ones", () => {
    const [suboperation] = receive(
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
    ["an operator nearby", [sighting({ operatorNorth: 9000 })], []],
    ["nothing odd", track(2), []],
  ])("are added once: %s", (_, sightings, types) => {
    receive(...sightings, ...sightings.map((one) => ({ ...one, observedAtMs: one.observedAtMs + 1 })));
    const [operation] = fusionState().drainChanged();
    expect(
      service()
        .find(operation!.uuid, true, LOCAL_OPERATOR)
        ?.warnings.map(({ type }) => type),
    ).toEqual(types);
  });
});

it("an operation that changed is reported once, and again only when it changes again", () => {
  receive(...track(1, { serial: "A" }), sighting({ serial: "B", transmitter: MAC_2 }));
  expect(fusionState().drainChanged()).toHaveLength(2);
  expect(fusionState().drainChanged()).toHaveLength(0);
  receive(sighting({ serial: "A", at: 61 }));
  expect(fusionState().drainChanged()).toHaveLength(1);
});
