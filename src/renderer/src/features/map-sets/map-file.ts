import { TIFF_STARTS } from "../../../../../server/contracts/map-sets.ts";

/** The first bytes of the files that can be added, as text; `PK` is a KMZ. */
const STARTS = ["PMTiles", "SQLite format 3\0", "PK\u0003\u0004", "{"];
/** A document of XML says what it is after its declaration, perhaps after a comment. */
const START_BYTES = 2048;
const BYTE_ORDER_MARK = /^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;

/** Whether a file can be a map, by its first bytes: a large one of another kind is not sent first to be refused. */
export async function canBeMap(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  const start = String.fromCharCode(...bytes);
  // The station says best what is wrong with an empty file.
  const text = start.replace(BYTE_ORDER_MARK, "").replaceAll("\0", "").trimStart();
  const isKml = text.startsWith("<") && text.includes("<kml");
  return bytes.length === 0 || isKml || STARTS.some((one) => start.startsWith(one) || text.startsWith(one));
}

/** A picture that a map can be made of, but which the station does not read. */
export async function isTiff(file: Blob): Promise<boolean> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  return TIFF_STARTS.includes(start);
}
