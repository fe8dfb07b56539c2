import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../kernel/clock.ts";
import { createRelayedRecords, relayedSensorId } from "./relayed-records.ts";

const record = (sensorId: string, timeMs = 1000) => ({
  sensorId,
  ua: { timeMs, latitudeE7: 470_000_000, longitudeE7: 140_000_000 },
  operator: null,
});

describe("records that come over a peer", () => {
  it("are recognised when this station received them itself", () => {
    const relayed = createRelayedRecords({ now: () => 0 });
    relayed.open();
    relayed.note(record("roof"));
    expect(relayed.isRepeated(record(relayedSensorId("Hub", "roof")))).toBe(true);
    expect(relayed.isRepeated(record(relayedSensorId("Hub", relayedSensorId("Van", "roof"))))).toBe(true);
    expect(relayed.isRepeated(record(relayedSensorId("Hub", "gate")))).toBe(false);
    expect(relayed.isRepeated(record(relayedSensorId("Hub", "roof"), 2000))).toBe(false);
  });

  it("are taken once when two peers have them", () => {
    const relayed = createRelayedRecords({ now: () => 0 });
    relayed.open();
    expect(relayed.isRepeated(record("Hub / roof"))).toBe(false);
    expect(relayed.isRepeated(record("Van / Hub / roof"))).toBe(true);
  });

  it("of receivers with the same name are distinguished only by time and place", () => {
    const relayed = createRelayedRecords({ now: () => 0 });
    relayed.open();
    relayed.note(record("demo-north"));
    const other = { ...record("Hub / demo-north"), ua: { timeMs: 1000, latitudeE7: 1, longitudeE7: 2 } };
    expect(relayed.isRepeated(other)).toBe(false);
  });

  it("of a sensor itself are recognised by their time", () => {
    const relayed = createRelayedRecords({ now: () => 0 });
    const state = (sensorId: string, timeMs: number) => ({ sensorId, system: { timeMs } });
    expect(relayed.isRepeated(state("Hub / roof", 1))).toBe(false);
    expect(relayed.isRepeated(state("Van / roof", 1))).toBe(true);
    expect(relayed.isRepeated(state("Van / roof", 2))).toBe(false);
  });

  it("are forgotten after two minutes, and nothing is remembered without a stream", () => {
    let nowMs = 0;
    const relayed = createRelayedRecords({ now: () => nowMs });
    relayed.note(record("roof"));
    const close = relayed.open();
    expect(relayed.isRepeated(record("Hub / roof"))).toBe(false);
    nowMs += MINUTE_MS;
    expect(relayed.isRepeated(record("Hub / roof"))).toBe(true);
    nowMs += 3 * MINUTE_MS;
    relayed.note(record("gate"));
    nowMs += MINUTE_MS;
    relayed.note(record("gate", 3000));
    expect(relayed.isRepeated(record("Hub / roof"))).toBe(false);
    close();
    expect(relayed.isRepeated(record("Hub / gate"))).toBe(false);
  });
});
