import { describe, expect, it } from "vitest";
import type { SerialPortInfo } from "../../../../../server/contracts/sources.ts";
import { isPluggedIn, portSourceQueryOf, probableDeviceOf } from "./probable-device.ts";

const PORT: SerialPortInfo = {
  path: "/dev/ttyACM0",
  manufacturer: null,
  product: null,
  vendor_id: null,
  product_id: null,
  serial_number: null,
};

describe("a device that is plugged in", () => {
  it.each([
    [{ manufacturer: "Dronetag", product: "RIDER" }, "rider"],
    [{ product: "DroneScout Bridge", vendor_id: "303a" }, "dronescout_bridge"],
    [{ manufacturer: "Dronetag s.r.o.", product: "Mini" }, "dronetag"],
    [{ manufacturer: "ArduPilot", product: "fmuv3" }, "flight_controller"],
    [{ manufacturer: "u-blox AG - www.u-blox.com", product: "u-blox GNSS receiver" }, "gnss"],
    [{ vendor_id: "1546" }, "gnss"],
    [{ manufacturer: "Quectel", product: "EC25" }, "modem"],
    [{ product: "CP2102N USB to UART Bridge Controller", vendor_id: "10c4" }, "board"],
    [{ product: "Something", vendor_id: "ffff" }, "unknown"],
    [{}, "unknown"],
  ] as const)("is recognised by what it reports: %j", (reported, device) => {
    expect(probableDeviceOf({ ...PORT, ...reported })).toBe(device);
  });

  it("is distinguished from a port of the computer itself", () => {
    expect(isPluggedIn(PORT)).toBe(true);
    expect(isPluggedIn({ ...PORT, path: "COM3", vendor_id: "10c4" })).toBe(true);
    expect(isPluggedIn({ ...PORT, path: "/dev/ttyS0" })).toBe(false);
    expect(isPluggedIn({ ...PORT, path: "COM1", manufacturer: "(Standard port types)" })).toBe(false);
  });

  it("is read by the kind of source that fits it, or by none", () => {
    const { path } = PORT;
    expect(portSourceQueryOf({ ...PORT, product: "RIDER" })).toEqual({ add: "serial", path, protocol: "rider" });
    expect(portSourceQueryOf({ ...PORT, vendor_id: "1546" })).toEqual({ add: "position", path });
    expect(portSourceQueryOf({ ...PORT, product: "Pixhawk" })).toEqual({ add: "mavlink_vehicle", path });
    expect(portSourceQueryOf(PORT)).toEqual({ add: "serial", path });
    expect(portSourceQueryOf({ ...PORT, product: "LTE modem" })).toBeUndefined();
  });
});
