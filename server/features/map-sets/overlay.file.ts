import { readFile, stat } from "node:fs/promises";
import { kml } from "@tmcw/togeojson";
import { DOMParser } from "@xmldom/xmldom";
import { unzipSync } from "fflate";
import { overlayOf } from "./overlay.rules.ts";
import { plainText } from "./tile-metadata.rules.ts";
import { type TileFileFacts, UnusableTileFileError } from "./tile-file.ts";

/** A file of features that is drawn over a map. */
export type Overlay = { readonly facts: TileFileFacts; readonly bytes: Uint8Array };

/** A larger file is a map, not an overlay; also the largest size of an unpacked KMZ. */
export const MAX_OVERLAY_BYTES = 16 * 1024 * 1024;
/** The message of a parser may contain half of the file. */
const MAX_REASON_CHARS = 120;
const MEBIBYTE = 1024 * 1024;

/** Reads KML, KMZ or GeoJSON. Rejects with a sentence where the file cannot be drawn. */
export async function readOverlay(path: string): Promise<Overlay> {
  const { size } = await stat(path);
  if (size > MAX_OVERLAY_BYTES) throw tooLarge(size);
  const file = new Uint8Array(await readFile(path));
  const isZip = file[0] === 0x50 && file[1] === 0x4b;
  const text = textOf(isZip ? unzippedKml(file) : file);
  const isKml = isZip || text.startsWith("<");
  const { collection, name } = isKml ? readKml(text) : readJson(text);
  const { bounds, output } = overlayOf(collection);
  const facts: TileFileFacts = {
    container: isKml ? "kml" : "geojson",
    format: "geojson",
    name: plainText(name),
    attribution: "",
    minZoom: 0,
    maxZoom: 22,
    bounds,
    tileSize: null,
    layers: [],
  };
  return { facts, bytes: new TextEncoder().encode(JSON.stringify(output)) };
}

/** The first document of a KMZ (OGC KML 2.3, Annex C); its pictures are not unpacked. */
function unzippedKml(file: Uint8Array): Uint8Array {
  let hasOne = false;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(file, {
      filter({ name, originalSize }) {
        if (hasOne || !name.toLowerCase().endsWith(".kml")) return false;
        if (originalSize > MAX_OVERLAY_BYTES) throw tooLarge(originalSize);
        hasOne = true;
        return true;
      },
    });
  } catch (error) {
    if (error instanceof UnusableTileFileError) throw error;
    throw new UnusableTileFileError("The file cannot be unpacked: it is damaged.");
  }
  const [document] = Object.values(entries);
  if (document === undefined) throw new UnusableTileFileError("The file is an archive without a KML file in it.");
  return document;
}

function textOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = /^[^>]*encoding\s*=\s*["']([\w-]{1,40})["']/.exec(start)?.[1];
  const byMark = start.startsWith("\xff\xfe") ? "utf-16le" : start.startsWith("\xfe\xff") ? "utf-16be" : undefined;
  try {
    return new TextDecoder(byMark ?? declared ?? "utf-8", { fatal: true }).decode(bytes).trimStart();
  } catch {
    throw new UnusableTileFileError(`The file is not text in ${declared ?? "UTF-8"}, as it should be.`);
  }
}

type Read = { readonly collection: unknown; readonly name: unknown };

function readKml(text: string): Read {
  const problems: string[] = [];
  // A document that is damaged is refused, not repaired.
  const onError = (level: string, message: string): void => {
    if (level === "warning") return;
    problems.push(message);
    throw new Error(message);
  };
  try {
    const document = new DOMParser({ locator: false, onError }).parseFromString(text, "text/xml");
    const root = document.documentElement;
    if (root?.localName !== "kml") {
      throw new UnusableTileFileError(`This XML file is no KML: it begins with <${plainText(root?.nodeName)}>.`);
    }
    const names = document.getElementsByTagName("Document")[0]?.childNodes ?? [];
    const name = [...names].find(({ nodeName }) => nodeName === "name")?.textContent;
    return { collection: kml(document, { skipNullGeometry: true }), name };
  } catch (error) {
    if (error instanceof UnusableTileFileError) throw error;
    if (error instanceof RangeError) throw new UnusableTileFileError("The file is nested too deeply.");
    throw new UnusableTileFileError(`The file is not well-formed XML: ${firstLineOf(problems[0] ?? error)}`);
  }
}

function readJson(text: string): Read {
  try {
    const collection: unknown = JSON.parse(text);
    const name = typeof collection === "object" && collection !== null && "name" in collection ? collection.name : "";
    return { collection, name };
  } catch (error) {
    throw new UnusableTileFileError(`The file is not well-formed JSON: ${firstLineOf(error)}`);
  }
}

function firstLineOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.length > MAX_REASON_CHARS ? `${line.slice(0, MAX_REASON_CHARS)}…` : line;
}

function tooLarge(bytes: number): UnusableTileFileError {
  const limit = MAX_OVERLAY_BYTES / MEBIBYTE;
  return new UnusableTileFileError(
    `The file has ${Math.ceil(bytes / MEBIBYTE)} MiB, and an overlay may have ${limit}: make tiles of it, for example with tippecanoe.`,
  );
}
