import { common, minimal } from "mavlink-mappings";
import { type MavLinkData, type MavLinkDataConstructor, MavLinkProtocolV2 } from "node-mavlink";
import { createMavlinkParser } from "../../../server/kernel/mavlink.frame.ts";

/** A message that a simulated device received. */
export type ReceivedMessage = { readonly systemId: number; readonly componentId: number; readonly data: MavLinkData };

const readable: ReadonlyMap<number, MavLinkDataConstructor<MavLinkData>> = new Map(
  [
    minimal.Heartbeat,
    common.ParamRequestList,
    common.ParamRequestRead,
    common.ParamSet,
    common.OpenDroneIdBasicId,
    common.OpenDroneIdLocation,
    common.OpenDroneIdSelfId,
    common.OpenDroneIdSystem,
    common.OpenDroneIdOperatorId,
  ].map((message) => [message.MSG_ID, message]),
);

const protocol = new MavLinkProtocolV2();

/** MAVLink of a device, with messages from the published definitions instead of our own. */
export function createSimulatedMavlink(componentId: number) {
  let parser = createMavlinkParser();
  let sequence = 0;
  return {
    encode(systemId: number, message: MavLinkData): Uint8Array {
      sequence = (sequence + 1) % 256;
      return new Uint8Array(new MavLinkProtocolV2(systemId, componentId).serialize(message, sequence));
    },
    receive(bytes: Uint8Array): readonly ReceivedMessage[] {
      return parser.push(bytes).flatMap((frame) => {
        const message = readable.get(frame.messageId);
        if (message === undefined) return [];
        const data = protocol.data(Buffer.from(frame.payload), message);
        return [{ systemId: frame.systemId, componentId: frame.componentId, data }];
      });
    },
    reset() {
      parser = createMavlinkParser();
    },
  };
}
