import { SECOND_MS } from "../../kernel/clock.ts";
import { waitFor } from "../device.wait.ts";
import type { Device } from "../family.ts";
import { withConversation } from "../mavlink/mavlink.conversation.ts";
import { readParam } from "../mavlink/param.read.ts";
import { findBaudRate } from "./baud-rate.find.ts";

const PULSE_MS = 100;
/** Within this time a restarted module has printed its version. */
const BOOT_MS = 3 * SECOND_MS;
const BANNER = "ArduRemoteID version";

/**
 * Pulls RTS, which restarts boards behind a USB-to-serial converter: the module ignores restarts by MAVLink. If the
 * version that it prints at its start does not arrive, the user has to unplug it.
 */
export function restartModule(device: Device): Promise<"restarting" | "unplug_needed"> {
  return withConversation(device, async (conversation) => {
    const baudRate = await readParam(conversation, "BAUDRATE");
    const booted = waitFor<true>(device, PULSE_MS + BOOT_MS, (done) => {
      let text = "";
      return device.link.onData((bytes) => {
        text = (text + latin1Of(bytes)).slice(-256);
        if (text.includes(BANNER)) done(true);
      });
    });
    const pulse = async () => {
      await device.link.pulseRts(PULSE_MS);
      // It starts with the rate of its settings.
      if (baudRate !== undefined) await device.link.setBaudRate(baudRate.value);
    };
    const [hasBooted] = await Promise.all([booted, pulse()]);
    if (hasBooted === true) return "restarting";
    await findBaudRate(conversation, undefined);
    return "unplug_needed";
  });
}

function latin1Of(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
