import { TIFF_STARTS } from "../../../../../server/contracts/map-sets.ts";

/** The first bytes of the files that can be added, as text; `PK` is a KMZ. */
const STARTS = ["PMTiles", "SQLite format 3\0", "PK\u0003\u0004", "{"];
/** The root element of an XML document follows its declaration, possibly after a comment. */
const START_BYTES = 2048;
const BYTE_ORDER_MARK = /^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;

/** Whether a file can be a map, by its first bytes: so a large file of another kind is refused before it is sent. */
export async function canBeMap(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
  const start = String.fromCharCode(...bytes);
  // An empty file is sent, because the station has the best message for it.
  const text = start.replace(BYTE_ORDER_MARK, "").replaceAll("\0", "").trimStart();
  const isKml = text.startsWith("<") && text.includes("<kml");
  return bytes.length === 0 || isKml || STARTS.some((one) => start.startsWith(one) || text.startsWith(one));
}

/** A picture that a map can be made of, but which the station does not read. */
export async function isTiff(file: Blob): Promise<boolean> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
  return TIFF_STARTS.includes(start);
}
