import { encodingOfMark } from "../../kernel/byte-order-mark.ts";
import { createCaptureMemory, decodeCapture } from "../codecs/capture.decode.ts";
import { createMavlinkDecoder, decodeMavlinkFrame } from "../codecs/mavlink.decode.ts";
import { createTlogParser, type TlogRecord } from "../../kernel/mavlink.tlog.ts";
import type { CaptureFormat } from "../codecs/pcap.ts";
import type { RecordingFormat } from "../codecs/recording.format.ts";
import { decodeScout } from "../codecs/scout.json.ts";
import { decodeUdpLines } from "../codecs/udp-lines.ts";
import type { Decoded } from "../decoded.ts";
import { createCaptureSplitter } from "./capture.splitter.ts";
import { createLineSplitter, createObjectSplitter, type TextSplitter } from "./json.splitter.ts";

/** Decodes a recording chunk by chunk, in memory that does not grow with the file. Never throws. */
export type RecordingDecoder = {
  readonly push: (chunk: Uint8Array) => readonly Decoded[];
  /** Decodes the rest after the last chunk. */
  readonly end: () => readonly Decoded[];
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
      return textDecoder(createLineSplitter(), (text) => decodeUdpLines(withoutArray(text)));
    default:
      return textDecoder(createObjectSplitter(), (text) => [...decodeScout(text)]);
  }
}

function captureDecoder(format: CaptureFormat): RecordingDecoder {
  const splitter = createCaptureSplitter(format);
  const memory = createCaptureMemory();
  const decode = (piece: Uint8Array) => (piece.length === 0 ? [] : [...decodeCapture(piece, memory)]);
  return { push: (chunk) => decode(splitter.push(chunk)), end: () => decode(splitter.end()) };
}

function tlogDecoder(): RecordingDecoder {
  const parser = createTlogParser();
  const decode = (records: readonly TlogRecord[]) =>
    records.flatMap(({ frame, timeMs }) => decodeMavlinkFrame(frame, timeMs) ?? []);
  return { push: (chunk) => decode(parser.push(chunk)), end: () => decode(parser.end()) };
}

/** The longest byte order mark, that of UTF-8. */
const MARK_BYTES = 3;

function textDecoder(splitter: TextSplitter, decode: (text: string) => readonly Decoded[]): RecordingDecoder {
  // Not strict: a damaged character spoils its own line only.
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  /** The first bytes, while they are fewer than a byte order mark has. */
  let begin: Uint8Array = new Uint8Array();
  const textOf = (chunk: Uint8Array): string => {
    if (decoder !== undefined) return decoder.decode(chunk, { stream: true });
    begin = Buffer.concat([begin, chunk]);
    if (begin.length < MARK_BYTES) return "";
    decoder = new TextDecoder(encodingOfMark(begin));
    return decoder.decode(begin, { stream: true });
  };
  return {
    push: (chunk) => decode(splitter.push(textOf(chunk))),
    end: () => decode(splitter.push(decoder?.decode() ?? new TextDecoder().decode(begin)) + splitter.end()),
  };
}

/** The lines of a JSON array with one object a line, without brackets and commas. */
function withoutArray(text: string): string {
  return text.replace(/^[ \t\r]*\[|(?<=\})[ \t\r]*[,\]]+[ \t\r]*$|^[ \t\r]*\][ \t\r]*$/gm, "");
}
