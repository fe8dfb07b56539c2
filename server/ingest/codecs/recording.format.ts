import { encodingOfMark } from "../../kernel/byte-order-mark.ts";
import { createMavlinkParser } from "../../kernel/mavlink.frame.ts";
import { createTlogParser } from "../../kernel/mavlink.tlog.ts";
import { captureFormatOf } from "./pcap.ts";

export type RecordingFormat = "pcap" | "pcapng" | "btsnoop" | "tlog" | "mavlink" | "udp_lines" | "scout_json";

export type DetectedFormat =
  | { readonly kind: "format"; readonly format: RecordingFormat }
  | { readonly kind: "unknown"; readonly sentence: string };

/** The size of a file's beginning that `detectRecordingFormat` needs (all of it where it is shorter). */
export const FORMAT_HEAD_BYTES = 65_536;

/**
 * The format of a recording by its first bytes. The file name is only used where they could be either of two formats.
 * For an unknown format there is one sentence for the operator.
 */
export function detectRecordingFormat(beginning: Uint8Array, name = ""): DetectedFormat {
  if (beginning.length === 0) return unknown(name, "is empty");
  const format = captureFormatOf(beginning) ?? jsonFormatOf(beginning) ?? mavlinkFormatOf(beginning, name);
  if (format !== undefined) return { kind: "format", format };
  return unknown(
    name,
    "is neither a capture (pcap, pcapng, btsnoop), MAVLink (tlog, serial bytes) nor JSON (lines or objects of a receiver)",
  );
}

function jsonFormatOf(beginning: Uint8Array): RecordingFormat | undefined {
  const text = new TextDecoder(encodingOfMark(beginning)).decode(beginning).trimStart();
  if (!/^\[?\s*\{/.test(text)) return undefined;
  return OBJECTS_OF_A_RECEIVER.test(text) ? "scout_json" : "udp_lines";
}

/** Fields of formats whose objects may span several lines; all others are read line by line. */
const OBJECTS_OF_A_RECEIVER =
  /"(?:odid|gnss_position|gnss_satellites|UASdata|Basic ID|Location\/Vector Message|gps_data)"\s*:/i;

/** Both contain the same frames; in a telemetry log each follows the eight bytes of its time. */
function mavlinkFormatOf(beginning: Uint8Array, name: string): RecordingFormat | undefined {
  const whole = beginning.subarray(0, FORMAT_HEAD_BYTES);
  const parser = createMavlinkParser();
  const frames = parser.push(whole).length + parser.end().length;
  if (frames === 0) return undefined;
  const log = createTlogParser();
  const records = [...log.push(whole), ...log.end()];
  const timed = records.filter(({ timeMs }) => timeMs !== null).length;
  if (timed > frames / 2) return "tlog";
  // A log whose clock was never set has no usable time, but its name shows what it is.
  return /\.tlog$/i.test(name) && records.length >= frames ? "tlog" : "mavlink";
}

function unknown(name: string, what: string): DetectedFormat {
  return { kind: "unknown", sentence: `${name === "" ? "This file" : name} ${what}.` };
}
