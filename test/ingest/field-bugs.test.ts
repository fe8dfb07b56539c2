import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { publicOperatorId } from "../../server/kernel/operator-id.rules.ts";
import { SECOND_MS } from "../../server/kernel/clock.ts";
import { encodeMavlinkFrame } from "../../server/kernel/mavlink.frame.encode.ts";
import { createMavlinkDecoder } from "../../server/ingest/codecs/mavlink.decode.ts";
import { adsbVehiclePayload, type AdsbVehicle } from "../../server/ingest/codecs/mavlink.encode.ts";
import type { TestCore } from "../support/core.ts";
import { openTestCore } from "../support/core.ts";
import { MAC, OTHER_SERIAL, SERIAL, basicId, frame, location, system } from "../support/frames.ts";

const T0 = Date.UTC(2026, 5, 1, 10, 0, 0);
const at = (seconds: number) => T0 + seconds * SECOND_MS;

/** Bugs seen in the field, each from the received frame to the stored record. The eleventh needs a port: test/ingest/sources. */
describe("bugs seen in the field", () => {
  let core: TestCore;
  beforeEach(() => {
    core = openTestCore(at(600));
  });
  afterEach(() => core.close());

  describe("1. Bluetooth legacy carries one message per advert", () => {
    const legacy = { technology: "bluetooth_legacy" } as const;

    test("identity and position of different adverts become one identified track", async () => {
      await core.receive([
        frame([location(47, 8)], { ...legacy, observedAtMs: at(0) }),
        frame([system(47.001, 8.001)], { ...legacy, observedAtMs: at(1) }),
        frame([basicId(SERIAL)], { ...legacy, observedAtMs: at(2) }),
        frame([location(47.0001, 8)], { ...legacy, observedAtMs: at(3) }),
      ]);
      const [operation, ...others] = await core.listOperations();
      expect(others).toEqual([]);
      expect(operation?.ua_identifiers).toEqual([{ type: "serial_number", value: SERIAL }]);
      const records = await core.listUa({ operation_id: operation!.id });
      expect(records.map(({ timestamp }) => Date.parse(timestamp))).toEqual([at(0), at(3)]);
    });

    test("a position waits five seconds for its serial number and is then stored without one", async () => {
      await core.receive([frame([location(47, 8)], { ...legacy, observedAtMs: at(0) })]);
      expect(await core.listOperations()).toEqual([]);
      await core.receive([frame([location(47, 8)], { ...legacy, observedAtMs: at(5) })]);
      const [operation] = await core.listOperations();
      expect(operation?.ua_identifiers).toEqual([]);
      expect(operation?.suboperations[0]?.message_count).toBe(2);
    });

    test("a position is released by the station's clock when its transmitter falls silent", async () => {
      await core.receive([frame([location(47, 8)], { ...legacy, observedAtMs: at(0) })]);
      core.clock.set(at(605));
      core.pipeline.tick();
      await core.recorder.committed();
      expect(await core.listOperations()).toHaveLength(1);
    });

    test("a serial number that arrives later identifies the track that began without one", async () => {
      const frames = [0, 6, 7].map((second) => frame([location(47, 8)], { ...legacy, observedAtMs: at(second) }));
      await core.receive([...frames, frame([basicId(SERIAL), location(47, 8)], { ...legacy, observedAtMs: at(8) })]);
      const operations = await core.listOperations();
      expect(operations.map(({ ua_identifiers }) => ua_identifiers)).toEqual([
        [{ type: "serial_number", value: SERIAL }],
      ]);
      expect(operations[0]?.suboperations[0]?.message_count).toBe(4);
    });

    test("a transmitter silent for two minutes is forgotten: its address may be another aircraft's by then", async () => {
      await core.receive([frame([basicId(SERIAL), location(47, 8)], { ...legacy, observedAtMs: at(0) })]);
      await core.receive([
        frame([location(48, 9)], { ...legacy, observedAtMs: at(121) }),
        frame([basicId(OTHER_SERIAL), location(48, 9)], { ...legacy, observedAtMs: at(122) }),
      ]);
      const operations = await core.listOperations();
      expect(operations.map(({ ua_identifiers }) => ua_identifiers[0]?.value)).toEqual([SERIAL, OTHER_SERIAL]);
    });

    test("at most 512 transmitters are remembered, and what the oldest had waiting is kept", async () => {
      const many = Array.from({ length: 600 }, (_, index) =>
        frame([location(47 + index / 1000, 8)], {
          ...legacy,
          observedAtMs: at(index / 1000),
          transmitter: { kind: "mac", address: `02:00:00:00:${hex(index >> 8)}:${hex(index & 255)}` },
        }),
      );
      await core.receive(many);
      await core.pipeline.flush();
      expect(await core.listOperations({ limit: 1000 })).toHaveLength(600);
    });
  });

  describe("2. accuracy fields are codes, and an absent altitude is not sea level", () => {
    test("code 0 is unknown, not 0 m, and an unknown height has no entry", async () => {
      await core.receive([frame([basicId(SERIAL), location(47, 8)], { observedAtMs: at(0) })]);
      const [record] = await core.listUa({ uas_id: SERIAL, from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" });
      expect(record?.location.accuracy).toBeNull();
      expect(record?.timestamp_accuracy).toBeNull();
      expect(record?.altitudes).toEqual([]);
      expect(record?.velocity).toEqual({
        heading: null,
        horizontal_speed: null,
        vertical_speed: null,
        components: null,
        components_accuracy: null,
        speed_accuracy: null,
      });
    });

    test("codes become the bounds of the standard", async () => {
      const declared = location(47, 8, {
        altitudeGeodeticM: 0,
        heightM: 12.5,
        horizontalAccuracyCode: 11,
        verticalAccuracyCode: 4,
        timestampAccuracyCode: 3,
      });
      await core.receive([frame([basicId(SERIAL), declared], { observedAtMs: at(0) })]);
      const [record] = await core.listUa({ uas_id: SERIAL, from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" });
      expect(record?.location.accuracy).toBe(3);
      expect(record?.timestamp_accuracy).toBe(0.3);
      expect(record?.altitudes).toEqual([
        { type: "WGS84", value: 0, accuracy: 10 },
        { type: "ATO", value: 12.5, accuracy: null },
      ]);
    });
  });

  test("3. NUL padding and control characters do not reach an id", async () => {
    await core.receive([frame([basicId("1596\u0001F351901936310360\0\0"), location(47, 8)], { observedAtMs: at(0) })]);
    const [operation] = await core.listOperations();
    expect(operation?.ua_identifiers).toEqual([{ type: "serial_number", value: SERIAL }]);
  });

  test("4. serial and registration broadcast together are distinguished by their declared type", async () => {
    const registration = basicId("N.OE-ABC123", { idType: 2 });
    const looksLikeSerial = basicId("1596A3B0C1D2E3F4", { idType: 2 });
    await core.receive([
      frame([basicId(SERIAL), registration, location(47, 8)], { observedAtMs: at(0) }),
      frame([looksLikeSerial, location(47.1, 8)], {
        observedAtMs: at(0),
        transmitter: { kind: "mac", address: "02:00:00:00:00:02" },
      }),
    ]);
    const operations = await core.listOperations();
    expect(operations.map(({ ua_identifiers }) => ua_identifiers)).toEqual([
      [
        { type: "serial_number", value: SERIAL },
        { type: "caa_registration_id", value: "N.OE-ABC123" },
      ],
      [{ type: "caa_registration_id", value: "1596A3B0C1D2E3F4" }],
    ]);
  });

  test("5. several airframes on one MAC stay apart, with a warning, and what fits neither is refused", async () => {
    await core.receive([
      frame([basicId(SERIAL), location(47, 8)], { observedAtMs: at(0) }),
      frame([basicId(OTHER_SERIAL), location(47.01, 8)], { observedAtMs: at(1) }),
      frame([location(47.02, 8)], { observedAtMs: at(2) }),
      frame([basicId(SERIAL), location(47.0001, 8)], { observedAtMs: at(3) }),
    ]);
    const operations = await core.listOperations();
    expect(operations.map(({ ua_identifiers }) => ua_identifiers[0]?.value)).toEqual([SERIAL, OTHER_SERIAL]);
    for (const operation of operations) {
      expect(operation.warnings.map(({ type }) => type)).toContain("several_ids_on_one_transmitter");
    }
    expect(operations.map(({ suboperations }) => suboperations[0]?.message_count)).toEqual([2, 1]);
    expect(core.refused.get("ambiguous_transmitter")).toBe(1);
  });

  test("an identifier that changes permanently is a warning on both operations", async () => {
    await core.receive([frame([basicId(SERIAL), location(47, 8)], { observedAtMs: at(0) })]);
    await core.receive([frame([basicId(OTHER_SERIAL), location(47.0001, 8)], { observedAtMs: at(1) })]);
    const operations = await core.listOperations();
    expect(
      operations.map(({ ua_identifiers: ids, warnings }) => [ids[0]?.value, warnings.map(({ type }) => type)]),
    ).toEqual([
      [SERIAL, ["several_ids_on_one_transmitter"]],
      [OTHER_SERIAL, ["several_ids_on_one_transmitter"]],
    ]);
  });

  test("6. replayed history keeps its capture time", async () => {
    const longAgoMs = Date.UTC(2023, 3, 1, 16, 15, 30, 415);
    await core.receive([frame([basicId(SERIAL), location(47, 8)], { observedAtMs: longAgoMs })]);
    const [operation] = await core.listOperations();
    expect(operation?.time_first_telemetry).toBe("2023-04-01T16:15:30.415Z");
    expect(operation?.status).toBe("past");
    expect((await core.listUa({ operation_id: operation!.id }))[0]?.timestamp).toBe("2023-04-01T16:15:30.415Z");
  });

  describe("7. a receiver that reports no MAC", () => {
    const unaddressed = { transmitter: null, technology: "unknown" } as const;

    test("does not merge distinct aircraft that come over the same feed", async () => {
      await core.receive([
        frame([basicId(SERIAL), location(47, 8)], { ...unaddressed, observedAtMs: at(0) }),
        frame([basicId(OTHER_SERIAL), location(47.1, 8)], { ...unaddressed, observedAtMs: at(0.5) }),
        frame([basicId(SERIAL), location(47.0001, 8)], { ...unaddressed, observedAtMs: at(1) }),
      ]);
      const operations = await core.listOperations();
      expect(operations.map(({ suboperations }) => suboperations[0]?.message_count)).toEqual([2, 1]);
      expect(operations.flatMap(({ warnings }) => warnings)).toEqual([]);
    });

    test("tells the drones apart that it reports as ADS-B traffic, by their addresses", async () => {
      const decoder = createMavlinkDecoder();
      const receive = async (second: number, address: number, latitude: number) => {
        core.clock.set(at(second));
        await core.receive(decoder.push(encodeMavlinkFrame(BRIDGE, adsbVehiclePayload(adsbDrone(address, latitude)))));
      };
      await receive(600, 0x4b_1234, 47);
      await receive(601, 0x4b_1235, 47.1);
      await receive(602, 0x4b_1234, 47.0001);
      await core.pipeline.flush();
      const operations = await core.listOperations();
      expect(operations.map(({ suboperations }) => suboperations[0]?.message_count)).toEqual([2, 1]);
      expect(operations.map(({ ua_identifiers }) => ua_identifiers)).toEqual([[], []]);
      expect(core.refused).toEqual(new Map());
      const [record] = await core.listUa({ operation_id: operations[0]!.id });
      expect(record).toMatchObject({ altitudes: [{ type: "MSL", value: 512.5 }] });
      expect(Date.parse(record!.timestamp)).toBe(at(598));
    });

    test("refuses a frame without any identity, with the reason", async () => {
      await core.receive([frame([location(47, 8)], { ...unaddressed, observedAtMs: at(0) })]);
      expect(core.refused.get("no_transmitter")).toBe(1);
      expect(await core.listOperations()).toEqual([]);
    });
  });

  test("8. three clocks are kept: the station's, the aircraft's and the server's", async () => {
    const declared = location(47, 8, { secondsAfterHour: 3599.5 });
    await core.receive([frame([basicId(SERIAL), declared], { observedAtMs: at(0.25) })]);
    const stored = core.store.reader
      .prepare("SELECT time_ms AS observed, rid_time_ms AS aircraft, received_ms AS server FROM ua_track")
      .get();
    expect(stored).toEqual({ observed: at(0.25), aircraft: at(-0.5), server: at(600) });
  });

  describe("9. serial numbers are checked against CTA-2063-A", () => {
    test("a valid one causes no warning", async () => {
      await core.receive([frame([basicId(SERIAL), location(47, 8)], { observedAtMs: at(0) })]);
      expect((await core.listOperations())[0]?.warnings).toEqual([]);
    });

    test("an invalid one causes a warning and is kept", async () => {
      await core.receive([frame([basicId("SPOOFED"), location(47, 8)], { observedAtMs: at(0) })]);
      const [operation] = await core.listOperations();
      expect(operation?.ua_identifiers[0]?.value).toBe("SPOOFED");
      expect(operation?.warnings.map(({ type }) => type)).toEqual(["invalid_serial_number"]);
    });
  });

  describe("10. of a European operator id only the public part is stored", () => {
    test("the part after the dash is nowhere in the database", async () => {
      const operatorId = { type: "operator_id", operatorIdType: 0, operatorId: "FIN87astrdge12k8-xyz" } as const;
      await core.receive([frame([basicId(SERIAL), operatorId, location(47, 8)], { observedAtMs: at(0) })]);
      expect((await core.listOperations())[0]?.uas_operator_id).toBe("FIN87astrdge12k8");
      const rows = core.store.reader.prepare("SELECT * FROM suboperation").all();
      expect(JSON.stringify(rows)).not.toContain("xyz");
    });

    test.each([
      ["FIN87astrdge12k8-xyz", "FIN87astrdge12k8"],
      ["FIN87astrdge12k8", "FIN87astrdge12k8"],
      ["GBR-OP-123ABCD", "GBR-OP-123ABCD"],
      ["\0\0", null],
    ])("%j is %j", (sent, shown) => {
      expect(publicOperatorId(sent)).toBe(shown);
    });
  });

  test("one transmitter keeps one track while its frames repeat", async () => {
    const repeated = Array.from({ length: 50 }, (_, index) =>
      frame([basicId(SERIAL), location(47, 8)], {
        observedAtMs: at(index / 10),
        transmitter: { kind: "mac", address: MAC },
      }),
    );
    await core.receive([...repeated, ...repeated]);
    const [operation, ...others] = await core.listOperations();
    expect(others).toEqual([]);
    expect(operation?.suboperations[0]?.message_count).toBe(50);
  });
});

const BRIDGE = { systemId: 1, componentId: 236, sequence: 0 };

/** A drone that was at its position two seconds ago. */
function adsbDrone(address: number, latitude: number): AdsbVehicle {
  const unknown = { headingDeg: null, horizontalSpeedMps: null, verticalSpeedMps: null, callsign: "1596A3B0" };
  return { ...unknown, address, latitude, longitude: 8, altitudeM: 512.5, secondsSinceReceived: 2 };
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
