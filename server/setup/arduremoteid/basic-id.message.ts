import type { SetupUasId } from "../../contracts/setup.ts";
import type { MavlinkPayload } from "../../kernel/mavlink.frame.encode.ts";
import { MAVLINK_ID } from "../../kernel/mavlink.ids.ts";

const UAS_ID_BYTES = 20;

/** OPEN_DRONE_ID_BASIC_ID for any module, with the aircraft's own id. */
export function basicIdMessage({ id, id_type: idType, ua_type: uaType }: SetupUasId): Omit<MavlinkPayload, "kind"> {
  const payload = new Uint8Array(24 + UAS_ID_BYTES);
  payload[22] = idType;
  payload[23] = uaType;
  payload.set(new TextEncoder().encode(id).subarray(0, UAS_ID_BYTES), 24);
  return { messageId: MAVLINK_ID.basicId, payload };
}
