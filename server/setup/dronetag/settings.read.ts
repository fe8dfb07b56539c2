import { SECOND_MS } from "../../kernel/clock.ts";
import { SetupFailure } from "../family.ts";
import { CHANNEL, type Connection } from "./connection.ts";
import { createObjectAssembler } from "./settings.assembler.ts";
import { parseSettings, type Settings } from "./settings.parse.ts";
import { combineReadings } from "./settings.combine.ts";

const READ_ALL = new TextEncoder().encode("{}");
const READ_TIMEOUT_MS = 2 * SECOND_MS;
const MAX_READINGS = 5;
const MAX_UNANSWERED = 3;

/**
 * All settings, read at least twice, until the readings agree. Rejects with a `SetupFailure` when the device does not
 * respond, or its response cannot be read.
 */
export async function readSettings(connection: Connection): Promise<Settings> {
  const readings: Settings[] = [];
  let unanswered = 0;
  let hasReceived = false;
  const received = () => {
    hasReceived = true;
  };
  while (unanswered < MAX_UNANSWERED && readings.length < MAX_READINGS) {
    const reading = await readOnce(connection, received);
    if (reading === undefined) unanswered += 1;
    else readings.push(reading);
    const combined = combineReadings(readings);
    if (combined.isComplete) return combined.settings;
  }
  if (readings.length === MAX_READINGS) return combineReadings(readings).settings;
  throw hasReceived
    ? new SetupFailure("device_garbled", "The device's answers cannot be read. Try another cable, or another USB port.")
    : new SetupFailure(
        "device_silent",
        "The device does not answer any more. Unplug it, plug it in again, and try once more.",
      );
}

function readOnce(connection: Connection, received: () => void): Promise<Settings | undefined> {
  // A new one for each request: the rest of a late response is not the start of this one.
  const assembler = createObjectAssembler();
  return connection.ask({
    channel: CHANNEL.settings,
    payload: READ_ALL,
    timeoutMs: READ_TIMEOUT_MS,
    take(payload) {
      received();
      const object = assembler.push(payload);
      const settings = object === undefined ? undefined : parseSettings(object);
      // An empty one is the station's own request, sent back by something on the way.
      return settings?.size === 0 ? undefined : settings;
    },
  });
}
