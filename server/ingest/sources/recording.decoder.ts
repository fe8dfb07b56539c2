import { createCaptureMemory, decodeCapture } from "../codecs/capture.decode.ts";
import { createMavlinkDecoder, decodeMavlinkFrame } from "../codecs/mavlink.decode.ts";
import { createTlogParser, type TlogRecord } from "../../kernel/mavlink.tlog.ts";
import type { CaptureFormat } from "../codecs/pcap.ts";
import type { RecordingFormat } from "../codecs/recording.format.ts";
import { decodeScout } from "../codecs/scout.json.ts";
import { decodeUdpLines } from "../codecs/udp-lines.ts";
import type { Heard } from "../heard.ts";
import { createCaptureCutter } from "./capture.cutter.ts";
import { createLineCutter, createObjectCutter, type TextCutter } from "./json.cutter.ts";

/** Decodes a recording piece by piece, in memory that does not grow with the file. Never throws. */
export type RecordingDecoder = {
  readonly push: (chunk: Uint8Array) => readonly Heard[];
  /** What the last piece left over. */
  readonly end: () => readonly Heard[];
};

export function createRecordingDecoder(format: RecordingFormat): RecordingDecoder {
  switch (format) {
    case "pcap":
    case "pcapng":
    case "btsnoop":
      return captureDecoder(format);
    case "tlog":
      return tlogDecoder();
    case "mavlink":
      return createMavlinkDecoder();
    case "udp_lines":
      return textDecoder(createLineCutter(), (text) => decodeUdpLines(withoutArray(text)));
    default:
      return textDecoder(createObjectCutter(), (text) => [...decodeScout(text)]);
  }
}

function captureDecoder(format: CaptureFormat): RecordingDecoder {
  const cutter = createCaptureCutter(format);
  const memory = createCaptureMemory();
  const decode = (piece: Uint8Array) => (piece.length === 0 ? [] : [...decodeCapture(piece, memory)]);
  return { push: (chunk) => decode(cutter.push(chunk)), end: () => decode(cutter.end()) };
}

function tlogDecoder(): RecordingDecoder {
  const parser = createTlogParser();
  const decode = (records: readonly TlogRecord[]) =>
    records.flatMap(({ frame, timeMs }) => decodeMavlinkFrame(frame, timeMs) ?? []);
  return { push: (chunk) => decode(parser.push(chunk)), end: () => decode(parser.end()) };
}

function textDecoder(cutter: TextCutter, decode: (text: string) => readonly Heard[]): RecordingDecoder {
  // Not strict: a damaged character spoils its own line only.
  const utf8 = new TextDecoder();
  return {
    push: (chunk) => decode(cutter.push(utf8.decode(chunk, { stream: true }))),
    end: () => decode(cutter.push(utf8.decode()) + cutter.end()),
  };
}

/** Lines of a JSON array with one object a line, without what makes them an array. */
function withoutArray(text: string): string {
  return text.replace(/^[ \t\r]*\[|(?<=\})[ \t\r]*[,\]]+[ \t\r]*$|^[ \t\r]*\][ \t\r]*$/gm, "");
}
