import type { SetupResult } from "../../contracts/setup.ts";
import { SECOND_MS } from "../../kernel/clock.ts";
import { SetupFailure, type Device, type DeviceFamily, type DeviceReading, type Progress } from "../family.ts";
import { LinkFailure } from "../link.ts";
import { withDevice } from "./connect.ts";
import { CHANNEL } from "./connection.ts";
import { planSettings } from "./plan.ts";
import { protectDevice } from "./protect.ts";
import { judgeAfterRestart, withoutProof } from "./results.ts";
import { setupValueOf } from "./settings.known.ts";
import { readSettings } from "./settings.read.ts";
import { isLocked } from "./settings.send.ts";
import { resetFrame } from "./smp.ts";
import { writeSettings } from "./write.ts";

/** Baud rates of the settings behind a converter; native USB ignores them. */
const DRONETAG_BAUD_RATES = [500_000, 115_200];
const RIDER_BAUD_RATES = [115_200, 500_000];

/** A device that restarts leaves the bus well before this. */
const LEAVES_WITHIN_MS = 5 * SECOND_MS;
const RESET_SEQUENCE = 0x92;

/** Dronetag devices (DeviceType 0 to 8): all settings, locked ones with their key. Never tried on hardware. */
export const dronetagFamily: DeviceFamily = createFamily(DRONETAG_BAUD_RATES);

/** The receivers of the same maker: set up as the others, at their own baud rate. Never tried on hardware. */
export const riderFamily: DeviceFamily = createFamily(RIDER_BAUD_RATES);

function createFamily(baudRates: readonly number[]): DeviceFamily {
  return {
    opensWithKey: true,
    read: (device, onProgress) => read(device, baudRates, onProgress),
    plan: planSettings,
    write: (device, request) => writeSettings(device, baudRates, request),
    restart: (device) => restart(device, baudRates),
    verify: (device, results) => verify(device, baudRates, results),
    // A Dronetag does not report over USB what it misses.
    check: null,
    protect: (device, key) => protectDevice(device, baudRates, key),
  };
}

function read(device: Device, baudRates: readonly number[], onProgress: Progress): Promise<DeviceReading> {
  return withDevice(device, baudRates, async ({ connection }) => {
    const settings = await readSettings(connection);
    onProgress(settings.size, settings.size);
    return {
      values: [...settings].map(([name, setting]) => setupValueOf(name, setting)),
      isLocked: isLocked(settings),
    };
  });
}

/** It has restarted only if it leaves the bus: a port that stays may belong to a device that did not restart. */
function restart(device: Device, baudRates: readonly number[]): Promise<"restarting" | "unplug_needed"> {
  return withDevice(device, baudRates, async ({ connection }) => {
    try {
      await connection.send(CHANNEL.smp, resetFrame(RESET_SEQUENCE));
      await connection.pause(LEAVES_WITHIN_MS);
      return "unplug_needed";
    } catch (error) {
      if (error instanceof LinkFailure) return "restarting";
      throw error;
    }
  });
}

async function verify(
  device: Device,
  baudRates: readonly number[],
  results: readonly SetupResult[],
): Promise<readonly SetupResult[]> {
  try {
    const settings = await withDevice(device, baudRates, ({ connection }) => readSettings(connection));
    return results.map((result) => judgeAfterRestart(result, settings));
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    return results.map((result) => withoutProof(result, error.message));
  }
}
