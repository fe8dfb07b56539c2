import { createSlipDecoder } from "../../kernel/slip.ts";
import type { CreateProbe } from "../identify/probe.ts";
import { CHANNEL, requestFrame } from "./connection.ts";
import { decodeFirmwareInfo, FIRMWARE_REQUEST, type FirmwareVersion } from "./firmware-info.ts";
import { identifiedOf } from "./product.ts";

/**
 * The longest frame that is examined: the responses are far shorter, and other devices at the port have no such frames.
 */
const MAX_PROBE_FRAME_BYTES = 1024;

/** The version is requested first, so that it is usually known when the device sends its identity. */
const REQUEST = Uint8Array.of(
  ...requestFrame(CHANNEL.firmwareInfo, FIRMWARE_REQUEST.version),
  ...requestFrame(CHANNEL.firmwareInfo, FIRMWARE_REQUEST.deviceInfo),
);

/**
 * Identifies Dronetag devices by their response; neither vendor and product id nor the form of the frames is enough.
 */
export const createDronetagProbe: CreateProbe = () => {
  const decoder = createSlipDecoder(MAX_PROBE_FRAME_BYTES);
  let version: FirmwareVersion | undefined;
  return {
    request: REQUEST,
    push(bytes) {
      for (const frame of decoder.push(bytes)) {
        if (frame?.[0] !== CHANNEL.firmwareInfo) continue;
        const answer = decodeFirmwareInfo(frame.subarray(1));
        if (answer?.kind === "version") version = answer;
        else if (answer !== undefined) return identifiedOf(answer, version);
      }
      return undefined;
    },
  };
};
