import { describe, expect, it } from "vitest";
import type { SourceSettings } from "../../contracts/sources.ts";
import { decideRun, defaultSensorId } from "./sources.rules.ts";

const file = (path: string): SourceSettings => ({ kind: "file", path, speed: 1, loop: false });
const serial = (path: string): SourceSettings => ({
  kind: "serial",
  path,
  baud_rate: 57_600,
  protocol: "mavlink",
  repair_crlf: false,
});

describe("the default sensor id of a source", () => {
  it.each([
    [file("/media/usb/flight one.2023.pcapng"), "flight one.2023"],
    [file("C:\\recordings\\flight.tlog"), "flight"],
    [file("/data/.hidden"), ".hidden"],
    [file("/"), "file"],
    [file(`${"x".repeat(300)}.pcap`), "x".repeat(128)],
    [serial("/dev/ttyACM0"), "serial-ttyACM0"],
    [serial("COM3"), "serial-COM3"],
    [{ kind: "udp", host: "127.0.0.1", port: 9999 }, "udp-9999"],
    [{ kind: "push" }, "push"],
    [{ kind: "demo" }, "demo"],
  ] satisfies [SourceSettings, string][])("of %o is %s", (settings, expected) => {
    expect(defaultSensorId(settings)).toBe(expected);
  });
});

describe("the run of a source after a change", () => {
  const on = { enabled: true, sensor_id: "roof", state: "running" } as const;
  const off = { enabled: false, sensor_id: "roof", state: "stopped" } as const;

  it("is unaffected by a new name and by unchanged values", () => {
    expect(decideRun(on, { name: "Roof 2" })).toBe("leave");
    expect(decideRun(on, { enabled: true, sensor_id: "roof" })).toBe("leave");
  });

  it("restarts with new settings or another sensor id", () => {
    expect(decideRun(on, { settings: { kind: "demo" } })).toBe("start");
    expect(decideRun(on, { sensor_id: "cellar" })).toBe("start");
  });

  it("stops and starts when switched off and on", () => {
    expect(decideRun(off, { enabled: true })).toBe("start");
    expect(decideRun(on, { enabled: false, settings: { kind: "demo" } })).toBe("stop");
    expect(decideRun(off, { settings: { kind: "demo" } })).toBe("leave");
  });

  it("restarts a finished or waiting source that is switched on again", () => {
    expect(decideRun({ ...on, state: "finished" }, { enabled: true })).toBe("start");
    expect(decideRun({ ...on, state: "waiting" }, { enabled: true })).toBe("start");
    expect(decideRun({ ...on, state: "finished" }, { name: "Roof 2" })).toBe("leave");
  });
});
