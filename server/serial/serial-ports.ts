import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type * as serialport from "serialport";
import type { SerialPortInfo } from "../contracts/sources.ts";
import { systemErrorCode } from "../kernel/run-failure.ts";
import { SerialPortFailure } from "./serial-port.failure.ts";
import { callOutPath } from "./serial-port.path.ts";

/**
 * The binding to the system's serial ports, loaded when it is first needed: a system without it still starts.
 * Throws a `SerialPortFailure`.
 */
export async function loadSerialPort(): Promise<typeof serialport> {
  try {
    return await import("serialport");
  } catch (error) {
    const sentence = "Serial ports cannot be used: their driver does not load on this system.";
    throw new SerialPortFailure("no_driver", sentence, { cause: error });
  }
}

/** The serial ports of this computer; none where their driver does not load, which a serial source then reports. */
export async function listSerialPorts(): Promise<readonly SerialPortInfo[]> {
  const driver = await loadSerialPort().catch((error: unknown) => {
    if (error instanceof SerialPortFailure) return undefined;
    throw error;
  });
  return driver === undefined ? [] : describePorts(() => driver.SerialPort.list());
}

/** `list`: the ports as the driver lists them. */
export async function describePorts(
  list: () => Promise<readonly NamedPort[]>,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly SerialPortInfo[]> {
  const ports = await list().catch((error: unknown) => {
    // Without udev (a container, a small system) the ports have no description, but USB ones have names that show it.
    if (systemErrorCode(error) === "ENOENT") return listByName();
    throw error;
  });
  return Promise.all(
    ports.map(async (port) => ({
      path: callOutPath(port.path, platform),
      manufacturer: port.manufacturer ?? null,
      product: await productOf(port.path, platform),
      vendor_id: port.vendorId?.toLowerCase() ?? null,
      product_id: port.productId?.toLowerCase() ?? null,
      serial_number: port.serialNumber ?? null,
    })),
  );
}

type NamedPort = {
  readonly path: string;
  readonly manufacturer?: string | undefined;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
};

async function listByName(): Promise<NamedPort[]> {
  const names = await readdir("/dev");
  return names.filter((name) => /^tty(ACM|USB)\d+$/.test(name)).map((name) => ({ path: join("/dev", name) }));
}

const TTYS = "/sys/class/tty";

/** The name that a USB device gives itself, as Linux publishes it; not available on other systems. */
async function productOf(path: string, platform: NodeJS.Platform): Promise<string | null> {
  return platform === "linux" ? usbProductOf(path, TTYS) : null;
}

/** `ttys`: the folder in which Linux has a folder for each port. */
export async function usbProductOf(path: string, ttys: string): Promise<string | null> {
  const name = basename(path);
  // The directory above the interface is the USB device. `device` is the interface itself, but behind a converter
  // (ttyUSB) the port, which is in its interface. The path is not normalised: `device` is a link.
  const usbDevice = name.startsWith("ttyUSB") ? "device/../.." : "device/..";
  try {
    const product = await readFile(`${ttys}/${name}/${usbDevice}/product`, "utf8");
    return product.trim() === "" ? null : product.trim();
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(systemErrorCode(error) ?? "")) return null;
    throw error;
  }
}
