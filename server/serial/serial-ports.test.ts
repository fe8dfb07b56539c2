import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolvedPortPath } from "./serial-port.path.ts";
import { describePorts, usbProductOf } from "./serial-ports.ts";

/** Folders as Linux has them: a hub, devices at it, and a port on the board. */
describe.skipIf(process.platform === "win32")("the name of a USB device at a serial port", () => {
  let folder: string;
  let ttys: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "sysfs-"));
    ttys = join(folder, "class", "tty");
    const deviceOf = (name: string, at: string) => {
      const device = join(folder, "devices", at);
      mkdirSync(device, { recursive: true });
      mkdirSync(join(ttys, name), { recursive: true });
      symlinkSync(device, join(ttys, name, "device"));
    };
    const productAt = (at: string, product: string) =>
      writeFileSync(join(folder, "devices", at, "product"), `${product}\n`);
    deviceOf("ttyACM0", "usb1/1-1/1-1:1.0");
    deviceOf("ttyUSB0", "usb1/1-2/1-2:1.0/ttyUSB0");
    deviceOf("ttyACM1", "usb1/1-3/1-3:1.0");
    deviceOf("ttyS0", "board/serial/ttyS0");
    productAt("usb1", "Hub of the computer");
    productAt("usb1/1-1", "Dronetag Mini");
    productAt("usb1/1-2", "CP2102 USB to UART Bridge Controller");
    productAt("board", "Board");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is that of the device, with a USB of its own and behind a converter", async () => {
    expect(await usbProductOf("/dev/ttyACM0", ttys)).toBe("Dronetag Mini");
    expect(await usbProductOf("/dev/ttyUSB0", ttys)).toBe("CP2102 USB to UART Bridge Controller");
  });

  it("is not that of the hub or the board where the device has none itself", async () => {
    for (const path of ["/dev/ttyACM1", "/dev/ttyS0", "/dev/ttyNone"])
      expect(await usbProductOf(path, ttys)).toBeNull();
  });
});

describe("the ports of a Mac", () => {
  // As the driver lists them: by the name that waits for a modem's signal.
  const list = async () => [
    {
      path: "/dev/tty.usbmodem1101",
      manufacturer: "Dronetag",
      vendorId: "1915",
      productId: "52D0",
      serialNumber: "D1",
    },
    { path: "/dev/tty.Bluetooth-Incoming-Port" },
  ];

  it("have the names by which they are opened, with their USB description", async () => {
    const ports = await describePorts(list, "darwin");
    expect(ports.map(({ path, serial_number }) => [path, serial_number])).toEqual([
      ["/dev/cu.usbmodem1101", "D1"],
      ["/dev/cu.Bluetooth-Incoming-Port", null],
    ]);
  });

  it("are found by either name, also the one that a source was stored with", () => {
    for (const path of ["/dev/tty.usbmodem1101", "/dev/cu.usbmodem1101"])
      expect(resolvedPortPath(path, "darwin")).toBe("/dev/cu.usbmodem1101");
  });

  it("no other system has", async () => {
    expect((await describePorts(list, "linux"))[0]?.path).toBe("/dev/tty.usbmodem1101");
    expect(resolvedPortPath("/dev/tty.usbmodem1101", "linux")).toBe("/dev/tty.usbmodem1101");
  });
});
