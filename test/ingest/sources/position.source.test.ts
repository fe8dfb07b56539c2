import * as fc from "fast-check";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PositionSettings } from "../../../server/contracts/receiver-settings.ts";
import { createGpsdDecoder } from "../../../server/ingest/codecs/gpsd.json.ts";
import { checksumOf, createNmeaDecoder } from "../../../server/ingest/codecs/nmea.decode.ts";
import type { PositionDecoder, PositionFix } from "../../../server/ingest/codecs/position.fix.ts";
import { positionSource } from "../../../server/ingest/sources/position.source.ts";
import { findFreePort } from "../../support/free-port.ts";
import { endProgram, hasGpsd, hasGpsfake, startGpsfake } from "../../support/gpsd.ts";
import { connectSerialCable, hasSocat, type SerialCable } from "../../support/serial-cable.ts";
import { listenTo, type Listening } from "./listening.fixture.ts";

const sentence = (content: string) => {
  const sum = checksumOf(content).toString(16).toUpperCase().padStart(2, "0");
  return `$${content}*${sum}\r\n`;
};
const LATITUDE = 47 + 4.2 / 60;
const LONGITUDE = 15 + 25.8 / 60;

/** What a receiver sends in one second. */
function secondOf(second: number, { hasFix = true, talker = "GN", northMinutes = "04.2000" } = {}): string {
  const time = `10${String(Math.floor(second / 60) % 60).padStart(2, "0")}${String(second % 60).padStart(2, "0")}.00`;
  const place = hasFix ? `47${northMinutes},N,01525.8000,E` : ",,,";
  return [
    sentence(`${talker}RMC,${time},${hasFix ? "A" : "V"},${place},0.0,0.0,221126,,,${hasFix ? "A" : "N"}`),
    sentence(`${talker}GGA,${time},${place},${hasFix ? 1 : 0},09,0.9,${hasFix ? "353.4" : ""},M,46.0,M,,`),
    sentence(`${talker}GSA,A,3,04,05,09,12,24,25,29,31,32,,,,1.8,0.9,1.5`),
  ].join("");
}

describe("NMEA 0183", () => {
  const read = (...parts: readonly string[]) => {
    const decoder = createNmeaDecoder();
    return parts.flatMap((part) => decoder.push(part));
  };

  it("returns the position with its height above the sea, whatever the pieces it arrives in", () => {
    const fix = { latitude: 47.07, longitude: 15.43, altitudeM: 353.4, altitudeReference: "MSL", satellites: 9 };
    const expected = [{ kind: "fix", fix: { ...fix, accuracyM: null } }];
    expect(read(secondOf(0))).toEqual(expected);
    expect(read(...secondOf(0).split(/(?<=1)/))).toEqual(expected);
    expect(read(sentence("GPGGA,101010,3351.5000,S,15112.6000,W,4,12,0.6,,M,,M,,"))).toMatchObject([
      { kind: "fix", fix: { latitude: -33.8583333, longitude: -151.21, altitudeM: null, altitudeReference: null } },
    ]);
  });

  it("uses RMC where a receiver sends no GGA", () => {
    const rmc = sentence("GPRMC,101010,A,4704.2000,N,01525.8000,E,1.0,90.0,221126,,,D");
    expect(read(rmc, rmc)).toEqual([]);
    expect(read(rmc, rmc, rmc)).toMatchObject([{ kind: "fix", fix: { latitude: 47.07, altitudeM: null } }]);
  });

  it("has no position where the receiver has none, estimates or simulates one", () => {
    expect(read(secondOf(0, { hasFix: false }))).toEqual([{ kind: "no_fix" }, { kind: "no_fix" }]);
    for (const quality of [0, 6, 7, 8]) {
      expect(read(sentence(`GPGGA,101010,4704.2,N,01525.8,E,${quality},09,0.9,353.4,M,46.0,M,,`))).toEqual([
        { kind: "no_fix" },
      ]);
    }
    expect(read(sentence("GPRMC,101010,A,4704.2,N,01525.8,E,1.0,90.0,221126,,,E"))).toEqual([{ kind: "no_fix" }]);
  });

  it("refuses a sentence with a wrong checksum, without one, or with a position that is none", () => {
    const good = sentence("GPGGA,101010,4704.2,N,01525.8,E,1,09,0.9,353.4,M,46.0,M,,");
    expect(read(good.replace("4704", "4804"))).toMatchObject([{ kind: "refused", reason: "bad_checksum" }]);
    expect(read(good.replace(/\*../, ""))).toMatchObject([{ kind: "refused", reason: "bad_checksum" }]);
    expect(read(sentence("GPGGA,101010,9904.2,N,01525.8,E,1,09,0.9,353.4,M,46.0,M,,"))).toMatchObject([
      { kind: "refused", reason: "value_out_of_range" },
    ]);
    expect(read("\u0000garbage\r\n$GPGSV,1\r\n", "x".repeat(5000), `\r\n${good}`)).toMatchObject([{ kind: "fix" }]);
  });
});

describe("a report of gpsd", () => {
  const tpv = { class: "TPV", mode: 3, lat: 47.07, lon: 15.43, altMSL: 353.4, altHAE: 399.4, eph: 4.2 };
  const read = (...objects: readonly object[]) => {
    const decoder = createGpsdDecoder();
    return objects.flatMap((object) => decoder.push(`${JSON.stringify(object)}\r\n`));
  };

  it("is a position with the reference of its height, or none", () => {
    expect(read({ class: "SKY", uSat: 11 }, tpv)).toEqual([
      {
        kind: "fix",
        fix: {
          latitude: 47.07,
          longitude: 15.43,
          altitudeM: 353.4,
          altitudeReference: "MSL",
          accuracyM: 4.2,
          satellites: 11,
        },
      },
    ]);
    expect(read({ ...tpv, altMSL: undefined })).toMatchObject([
      { fix: { altitudeM: 399.4, altitudeReference: "WGS84" } },
    ]);
    expect(read({ ...tpv, mode: 2 })).toMatchObject([{ fix: { altitudeM: null, altitudeReference: null } }]);
    for (const none of [{ mode: 1 }, { mode: 0 }, { lat: undefined }, { status: 5 }, { status: 8 }]) {
      expect(read({ ...tpv, ...none })).toEqual([{ kind: "no_fix" }]);
    }
    expect(read({ ...tpv, lat: 91 })).toMatchObject([{ kind: "refused", reason: "value_out_of_range" }]);
  });
});

describe("the decoders of positions", () => {
  it.each<[string, () => PositionDecoder]>([
    ["NMEA", createNmeaDecoder],
    ["gpsd", createGpsdDecoder],
  ])("for %s never throw, and give no position that is none", (_, create) => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json().map((json) => `${json}\n`),
      fc.array(fc.string()).map((fields) => sentence(`GPGGA,${fields.join().replaceAll(/[$*\r\n]/g, "")}`)),
    );
    fc.assert(
      fc.property(fc.array(text), (parts) => {
        const decoder = create();
        for (const report of parts.flatMap((part) => decoder.push(part))) {
          if (report.kind !== "fix") continue;
          expect(Math.abs(report.fix.latitude)).toBeLessThanOrEqual(90);
          expect(Math.abs(report.fix.longitude)).toBeLessThanOrEqual(180);
        }
      }),
    );
  });
});

describe.skipIf(!hasSocat)("the source of the station's place", () => {
  let folder: string;
  let cable: SerialCable;
  let listening: Listening | undefined;
  let gpsd: ChildProcess | undefined;
  let reported: (PositionFix | null)[];
  let sending: { stop: () => Promise<void> };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "fieldstation-gnss-"));
    cable = await connectSerialCable(join(folder, "gnss"));
    reported = [];
    sending = { stop: async () => undefined };
  });
  afterEach(async () => {
    await listening?.stop();
    await sending.stop();
    if (gpsd !== undefined) await endProgram(gpsd);
    gpsd = undefined;
    await cable.unplug();
    rmSync(folder, { recursive: true });
  });

  function listen(url: string): Listening {
    const settings = PositionSettings.parse({ kind: "position", url });
    listening = listenTo(settings, positionSource(settings, { report: (fix) => void reported.push(fix) }));
    listening.start();
    return listening;
  }

  /** Sends as a receiver does, second after second but sooner, until it is stopped. */
  function sendSeconds(hasFix: () => boolean = () => true): { stop: () => Promise<void> } {
    const end = new AbortController();
    const done = (async () => {
      for (let second = 0; !end.signal.aborted; second += 1) {
        await cable.send(Buffer.from(secondOf(second, { hasFix: hasFix(), talker: "GP" })));
        await wait(20, undefined, { signal: end.signal }).catch(() => undefined);
      }
    })();
    return {
      stop: () => {
        end.abort();
        return done;
      },
    };
  }

  /** A gpsd that does not write to the receiver. */
  async function startGpsd(port: number): Promise<void> {
    gpsd = spawn("gpsd", ["-N", "-n", "-b", "-S", String(port), cable.port], { stdio: "ignore" });
    await expect.poll(() => canConnect(port), { timeout: 20_000 }).toBe(true);
  }

  async function canConnect(port: number): Promise<boolean> {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }

  it("reads NMEA at a serial port, reports when there is no fix any more, and when it was unplugged", async () => {
    const { received, until, untilState, status } = listen(cable.port);
    await untilState("running");
    await cable.send(Buffer.from(secondOf(0)));
    await until(() => received.length === 1);
    expect(received).toMatchObject([
      { kind: "sensor", sensorId: null, latitude: 47.07, longitude: 15.43, altitudeMslM: 353.4, satellites: 9 },
    ]);
    expect(reported).toMatchObject([{ latitude: 47.07, longitude: 15.43, altitudeM: 353.4 }]);
    await cable.send(Buffer.from(secondOf(1, { hasFix: false })));
    await expect.poll(() => reported.at(-1)).toBeNull();
    await cable.send(Buffer.from(secondOf(2)));
    await expect.poll(() => reported.at(-1)).not.toBeNull();
    await cable.unplug();
    await until(() => status().last_error !== null);
    expect(reported.at(-1)).toBeNull();
    expect(status().last_error).toMatch(/unplugged|There is no port/);
    cable = await connectSerialCable(cable.port);
    await untilState("running");
  });

  it.skipIf(!hasGpsd)("reads from a real gpsd, and again when that was stopped and started", async () => {
    const port = await findFreePort();
    let hasFix = true;
    sending = sendSeconds(() => hasFix);
    await startGpsd(port);
    const { until, untilState, status } = listen(`gpsd://127.0.0.1:${port}`);
    await until(() => reported.some((fix) => fix !== null));
    const fix = reported.find((one) => one?.altitudeReference === "MSL") ?? reported.find((one) => one !== null);
    expect(fix?.latitude).toBeCloseTo(LATITUDE, 6);
    expect(fix?.longitude).toBeCloseTo(LONGITUDE, 6);
    hasFix = false;
    await expect.poll(() => reported.at(-1), { timeout: 20_000 }).toBeNull();
    hasFix = true;
    await expect.poll(() => reported.at(-1), { timeout: 20_000 }).not.toBeNull();

    await endProgram(gpsd!);
    await until(() => status().last_error !== null && status().state !== "running");
    expect(reported.at(-1)).toBeNull();
    expect(status().last_error).toMatch(/^The (connection with the gpsd at .* was lost|gpsd at .* cannot be reached)/);
    const before = reported.length;
    await startGpsd(port);
    await untilState("running");
    await expect.poll(() => reported.slice(before).some((one) => one !== null), { timeout: 20_000 }).toBe(true);
  });

  it.skipIf(!hasGpsfake)("follows a van that gpsfake drives through a tunnel, until its receiver is gone", async () => {
    const port = await findFreePort();
    const northMinutes = (second: number) => (4.2 + second * 0.01).toFixed(4).padStart(7, "0");
    const drive = Array.from({ length: 60 }, (_, second) =>
      secondOf(second, { talker: "GP", hasFix: second < 35 || second >= 42, northMinutes: northMinutes(second) }),
    );
    sending = startGpsfake(drive.join(""), { folder, port });
    await expect.poll(() => canConnect(port), { timeout: 20_000 }).toBe(true);
    const { received } = listen(`gpsd://127.0.0.1:${port}`);
    const secondsOf = (fixes: readonly (PositionFix | null)[]) =>
      fixes.map((fix) => (fix === null ? null : Math.round(((fix.latitude - 47) * 60 - 4.2) * 1e4) / 100));
    await expect.poll(() => secondsOf(reported), { timeout: 20_000 }).toContain(59);
    const all = secondsOf(reported);
    // Until it knows what receiver it has, gpsd reports nothing or no position; soon after the end its receiver is gone.
    const seconds = all.slice(
      all.findIndex((second) => second !== null),
      all.indexOf(59) + 1,
    );
    const [before, after] = [seconds.slice(0, seconds.indexOf(null)), seconds.slice(seconds.lastIndexOf(null) + 1)];
    for (const drives of [before, after]) {
      expect(drives).toEqual(drives.toSorted((a, b) => Number(a) - Number(b)));
      expect(new Set(drives).size).toBeGreaterThan(5);
      expect(drives.every(Number.isInteger)).toBe(true);
    }
    expect([before.at(-1), after.at(-1)]).toEqual([34, 59]);
    expect(seconds.filter((second) => second !== null && second > 34 && second < 42)).toEqual([]);
    expect(received.at(-1)).toMatchObject({ kind: "sensor", longitude: LONGITUDE, altitudeMslM: 353.4 });
    await expect.poll(() => reported.at(-1), { timeout: 20_000 }).toBeNull();
  });
});
