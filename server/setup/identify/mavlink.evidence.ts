import { createMavlinkParser, type MavlinkFrame } from "../../kernel/mavlink.frame.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";
import { isFromRemoteId } from "../mavlink/mavlink.conversation.ts";
import { paramValueOf } from "../mavlink/param.messages.ts";

/** The facts that MAVLink frames show about their sender. */
export type MavlinkEvidence = {
  /**
   * A heartbeat of component 1: an autopilot, which may also forward the messages of a module at another of its ports.
   */
  readonly isAutopilot: boolean;
  /** Frames of a Remote ID component. */
  readonly isRemoteId: boolean;
  /** The module's LOCK_LEVEL, which no other firmware has; undefined until it reported it. */
  readonly lockLevel: number | undefined;
  /** Packs of messages, which only receivers send. */
  readonly hasPacks: boolean;
  /** Reports of other aircraft: single messages or ADS-B. */
  readonly hasReports: boolean;
  readonly frames: number;
};

const AUTOPILOT_COMPONENT = 1;

export function createMavlinkProbe(): {
  readonly push: (bytes: Uint8Array) => void;
  readonly evidence: () => MavlinkEvidence;
} {
  const parser = createMavlinkParser();
  let evidence: MavlinkEvidence = {
    isAutopilot: false,
    isRemoteId: false,
    lockLevel: undefined,
    hasPacks: false,
    hasReports: false,
    frames: 0,
  };
  return {
    push(bytes) {
      for (const frame of parser.push(bytes)) evidence = withFrame(evidence, frame);
    },
    evidence: () => evidence,
  };
}

function withFrame(before: MavlinkEvidence, frame: MavlinkFrame): MavlinkEvidence {
  const { messageId, componentId } = frame;
  const isRemoteId = isFromRemoteId(frame);
  const param = isRemoteId ? paramValueOf(frame) : undefined;
  const isReport =
    messageId === MAVLINK_ID.adsbVehicle || (messageId >= MAVLINK_ID.basicId && messageId <= MAVLINK_ID.operatorId);
  return {
    isAutopilot: before.isAutopilot || (messageId === MAVLINK_ID.heartbeat && componentId === AUTOPILOT_COMPONENT),
    isRemoteId: before.isRemoteId || isRemoteId,
    lockLevel: param?.name === "LOCK_LEVEL" ? param.value : before.lockLevel,
    hasPacks: before.hasPacks || messageId === MAVLINK_ID.messagePack,
    hasReports: before.hasReports || isReport,
    frames: before.frames + 1,
  };
}
