import { describe, expect, it } from "vitest";
import type { SerialPortInfo } from "../../contracts/sources.ts";
import { choosePort, usbIdentityOf } from "./serial-port.choice.ts";

const port = (path: string, serialNumber: string | null, productId = "1001"): SerialPortInfo => ({
  path,
  manufacturer: "Espressif",
  product: null,
  vendor_id: "303a",
  product_id: productId,
  serial_number: serialNumber,
});

const ours = usbIdentityOf(port("/dev/ttyACM0", "AA:01"));

describe("which port is opened", () => {
  it("is the configured one as long as the device is not known", () => {
    expect(choosePort("/dev/ttyACM0", null, [port("/dev/ttyACM1", "AA:01")])).toEqual({
      kind: "open",
      path: "/dev/ttyACM0",
    });
  });

  it("is the one that the known device is at now", () => {
    const ports = [port("/dev/ttyACM0", "BB:02"), port("/dev/ttyACM1", "AA:01")];
    expect(choosePort("/dev/ttyACM0", ours, ports)).toEqual({ kind: "open", path: "/dev/ttyACM1" });
  });

  it("is the configured one where the known device has several", () => {
    const ports = [port("/dev/ttyACM0", "AA:01"), port("/dev/ttyACM1", "AA:01")];
    expect(choosePort("/dev/ttyACM1", ours, ports)).toEqual({ kind: "open", path: "/dev/ttyACM1" });
  });

  it("is never one of another device, though vendor and product are the same", () => {
    expect(choosePort("/dev/ttyACM0", ours, [port("/dev/ttyACM0", "BB:02")])).toEqual({ kind: "taken_by_another" });
  });

  it("is none while the known device is listed nowhere: another one may be plugged in before the port is opened", () => {
    expect(choosePort("/dev/ttyACM0", ours, [])).toEqual({ kind: "unplugged" });
    expect(choosePort("/dev/ttyACM0", ours, [port("/dev/ttyACM3", "BB:02")])).toEqual({ kind: "unplugged" });
  });

  it("is the configured one where the system does not describe the device at it", () => {
    expect(choosePort("/dev/ttyACM0", ours, [port("/dev/ttyACM0", null)])).toEqual({
      kind: "open",
      path: "/dev/ttyACM0",
    });
  });
});

describe("the identity of a USB device", () => {
  it("needs a serial number", () => {
    expect(usbIdentityOf(port("/dev/ttyACM0", null))).toBeNull();
    expect(usbIdentityOf(port("/dev/ttyACM0", " "))).toBeNull();
    expect(usbIdentityOf(undefined)).toBeNull();
  });
});
