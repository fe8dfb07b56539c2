import { SECOND_MS } from "../../kernel/clock.ts";
import type { MavlinkFrame } from "../../kernel/mavlink.frame.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";
import { publicOperatorId } from "../../kernel/operator-id.rules.ts";
import { pauseUnlessLost } from "../device.wait.ts";
import { SetupFailure, type CheckRequest, type CheckState, type CheckText, type Device } from "../family.ts";
import { withConversation, type MavlinkConversation } from "../mavlink/mavlink.conversation.ts";
import { asciiOf, padded } from "../mavlink/param.messages.ts";
import { readParam } from "../mavlink/param.read.ts";
import { explainArmStatus, type ArmStatus } from "./arm-status.ts";
import { heartbeatMessage, operatorIdMessage, selfIdMessage, systemMessage } from "./check.messages.ts";
import { hasOption, OPTION_ALWAYS_READY } from "./parameters.ts";

/** The module adopts the system id of the first vehicle that it receives, until it is unplugged. */
const VEHICLE_SENDER = { systemId: 1, componentId: 191 } as const;
const PERIOD_MS = SECOND_MS;
/** A link without ARM_STATUS for 2.5 s counts as lost. */
const SILENCE_MS = 2500;
const GIVE_UP_MS = 5 * SECOND_MS;

const REPLUG: CheckText = {
  text: "MAVLINK_SYSID 0",
  explanation:
    "The module keeps the system id of this check until it is switched off: unplug it and plug it in before the flight.",
  isBlocking: false,
};

/**
 * Sends the module once a second what an autopilot would send, except the position of the aircraft, which it would
 * broadcast, and reports which messages it misses. Continues until the step is cancelled.
 */
export function checkModule(
  device: Device,
  request: CheckRequest,
  onState: (state: CheckState) => void,
): Promise<void> {
  return withConversation(
    device,
    async (conversation) => {
      const options = await readParam(conversation, "OPTIONS");
      const isAlwaysReady = hasOption(options?.value, OPTION_ALWAYS_READY);
      const systemId = await readParam(conversation, "MAVLINK_SYSID");
      const notes = systemId?.value === 0 ? [REPLUG] : [];
      let receivedAtMs = device.now();
      const stop = conversation.onFrame((frame) => {
        const status = armStatusOf(frame);
        if (status === undefined) return;
        receivedAtMs = device.now();
        const { passed, texts } = isAlwaysReady ? alwaysReady(options!.value) : explainArmStatus(status);
        onState({ passed, texts: [...texts, ...notes] });
      });
      try {
        await stream(conversation, request, () => {
          const silentMs = device.now() - receivedAtMs;
          if (silentMs > SILENCE_MS) onState({ passed: false, texts: [] });
          return silentMs <= GIVE_UP_MS;
        });
      } catch (error) {
        if (!device.signal.aborted) throw error;
      } finally {
        stop();
      }
    },
    VEHICLE_SENDER,
  );
}

async function stream(
  { device, send }: MavlinkConversation,
  request: CheckRequest,
  isAnswering: () => boolean,
): Promise<void> {
  // The part of a European id after the dash is private, and the module would broadcast it.
  const operatorId = request.operatorId === null ? null : publicOperatorId(request.operatorId);
  let timeS = 0;
  while (isAnswering()) {
    timeS = Math.max(timeS + 1, Math.floor(device.now() / SECOND_MS));
    await send(heartbeatMessage());
    await send(operatorIdMessage(operatorId));
    await send(selfIdMessage(request.description));
    await send(systemMessage(request, timeS));
    await pauseUnlessLost(device, PERIOD_MS);
  }
  throw new SetupFailure("device_silent", "The module does not report its state; unplug it, plug it in and try again.");
}

/** OPEN_DRONE_ID_ARM_STATUS; undefined for other frames. */
function armStatusOf({ messageId, payload }: MavlinkFrame): ArmStatus | undefined {
  if (messageId !== MAVLINK_ID.armStatus) return undefined;
  const whole = padded(payload, 51);
  return { isReady: whole[0] === 0, reason: asciiOf(whole.subarray(1, 51)) };
}

/** With this option the module reports that it is ready whatever it misses: its status then proves nothing. */
function alwaysReady(options: number): CheckState {
  const explanation =
    "With OPTIONS 1 the module always reports that it is ready, so nothing can be checked. Set OPTIONS without 1.";
  return { passed: false, texts: [{ text: `OPTIONS ${options}`, explanation, isBlocking: true }] };
}
