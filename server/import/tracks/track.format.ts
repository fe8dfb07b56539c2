import { createTlogParser } from "../../kernel/mavlink.tlog.ts";
import { columnsOfHeader } from "./csv.columns.ts";
import { createCsvScanner } from "./csv.scanner.ts";
import { encodingOfHead } from "./text.encoding.ts";
import type { TrackFormat } from "./track.shapes.ts";
import { UnreadableFileError } from "./unreadable-file.error.ts";

/** Bytes of a file that are enough to recognise its format. */
export const HEAD_BYTES = 64 * 1024;

const ULOG = [0x55, 0x4c, 0x6f, 0x67, 0x01, 0x12, 0x35];
const DATAFLASH = [0xa3, 0x95];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const GZIP = [0x1f, 0x8b];
const DJI_NEWEST = 20;
/** The header is one of the first two lines: a line with the separator may precede it. */
const FIRST_LINES = 2;
const NONE =
  "The file is none of the flight logs that can be read: GPX, KML, CSV, tlog, px4log or DataFlash, ULog, DJI subtitles, DJI flight record.";

/** A list of the formats would not help: the file is a table, and tables are among them. */
export const NO_POSITION_COLUMNS = "The table has no columns of latitude and longitude in its first row.";

/** Recognises the format by the first bytes. Throws `UnreadableFileError` for an unknown one. */
export function formatOfHead(head: Uint8Array): TrackFormat {
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, index) => head[index] === byte);
  if (head.length === 0) throw new UnreadableFileError("The file is empty.");
  if (startsWith(ULOG)) return "ulog";
  if (startsWith(DATAFLASH)) return "dataflash";
  if (startsWith(ZIP))
    throw new UnreadableFileError("The file is an archive (ZIP or KMZ): unpack it, and import its content.");
  if (startsWith(GZIP))
    throw new UnreadableFileError("The file is compressed (gzip): unpack it, and import its content.");
  const text = textOfHead(head);
  if (text === undefined) {
    if (isTlog(head)) return "tlog";
    if (isDjiRecord(head)) return "dji_txt";
    throw new UnreadableFileError(NONE);
  }
  return formatOfText(text);
}

/** The head as text; `undefined` where it contains bytes that a text cannot contain. */
function textOfHead(head: Uint8Array): string | undefined {
  const text = new TextDecoder(encodingOfHead(head)).decode(head, { stream: true });
  return hasBinary(text) ? undefined : text;
}

function formatOfText(text: string): TrackFormat {
  if (/^\s*</.test(text)) {
    const [, root = ""] = /<(?:\w+:)?([A-Za-z]\w*)[\s>/]/.exec(text.replace(/<!--.*?-->/gs, "")) ?? [];
    if (root === "gpx" || root === "kml") return root;
    throw new UnreadableFileError("The file is XML, but neither GPX nor KML.");
  }
  if (/^\s*\d+\s*\r?\n\s*(?:\d+:\d{2}:\d{2}[,.]\d{3}\s*-->|\d{4}\.\d)/.test(text)) return "dji_srt";
  const [header, row] = createCsvScanner().push(`${text.split("\n", FIRST_LINES).join("\n")}\n`);
  const columns = header === undefined ? {} : columnsOfHeader(header).columns;
  if (columns.latitude !== undefined && columns.longitude !== undefined) return "csv";
  if (isTable(header, row)) throw new UnreadableFileError(NO_POSITION_COLUMNS);
  if (text.trim() === "") throw new UnreadableFileError("The file is empty.");
  throw new UnreadableFileError(NONE);
}

function isTlog(head: Uint8Array): boolean {
  return createTlogParser().push(head).length > 0;
}

/** There is no signature: the header has the offset of the details (8 bytes), their length (2), and the version. */
function isDjiRecord(head: Uint8Array): boolean {
  const version = head[10] ?? 0;
  const detailsAbove4Gb = head.subarray(4, 8).some((byte) => byte !== 0);
  return head.length > 100 && version >= 1 && version <= DJI_NEWEST && !detailsAbove4Gb;
}

/** Whether there are control characters that a text cannot contain. */
function hasBinary(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 27)) return true;
  }
  return false;
}

/** Names above values of which one is a number at least: unlike sentences of NMEA, which have numbers in each, or prose. */
function isTable(header: readonly string[] = [], row: readonly string[] = []): boolean {
  const isNumber = (cell: string) => cell.trim() !== "" && Number.isFinite(Number(cell));
  return header.length > 1 && header.length === row.length && !header.some(isNumber) && row.some(isNumber);
}
