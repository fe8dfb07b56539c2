import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { decodeLog, found } from "./log.fixture.ts";
import { trk, trkpt } from "./traps.fixture.ts";

const gpxIn = (declaration: string) =>
  `${declaration}<gpx>${trk(trkpt(0)).replace("<name>A", "<name>Příčný let")}</gpx>`;
const declared = (encoding: string) => gpxIn(`<?xml version="1.0" encoding="${encoding}"?>`);
const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();
/** Czech letters of windows-1250. */
const LETTERS: Readonly<Record<string, number>> = { ř: 0xf8, í: 0xed, č: 0xe8, ý: 0xfd };
const windows1250 = (text: string) => Uint8Array.from(text, (letter) => LETTERS[letter] ?? letter.charCodeAt(0));

it.each([
  ["UTF-8", Buffer.from(declared("UTF-8"))],
  ["UTF-8 that is declared as UTF-16", Buffer.from(declared("utf-16"))],
  ["UTF-8 with a mark and another declaration", Buffer.from(`\ufeff${declared("ISO-8859-2")}`)],
  ["windows-1250", windows1250(declared("windows-1250"))],
  ["UTF-16 with the low byte first", Buffer.from(`\ufeff${declared("UTF-16")}`, "utf16le")],
  ["UTF-16 with the high byte first", swapped(`\ufeff${declared("UTF-16")}`)],
  ["UTF-16 without a mark", Buffer.from(gpxIn(""), "utf16le")],
  ["UTF-16 without a mark, high byte first", swapped(gpxIn(""))],
])("reads the name of a flight in %s", async (_, bytes) => {
  const { flights } = await found(bytes);
  expect(flights).toMatchObject([{ name: "Příčný let" }]);
});

it("says that a log is compressed", async () => {
  const message = "The file is compressed (gzip): unpack it, and import its content.";
  expect(await decodeLog(gzipSync(declared("UTF-8")))).toEqual({ kind: "invalid", message });
});

it("reads a table whose lines end in a carriage return alone", async () => {
  const { points } = await found("time,latitude,longitude\r2026-04-01T10:00:00Z,50,14\r2026-04-01T10:00:01Z,51,14\r");
  expect(points.map(({ latitudeE7 }) => latitudeE7)).toEqual([500_000_000, 510_000_000]);
});

it("reads decimal commas of a GPX, and never takes those of a KML for separators", async () => {
  const commas = `<gpx><trk><trkseg><trkpt lat="50,5" lon="14,25"><ele>300,5</ele><time>2026-04-01T10:00:00Z</time></trkpt></trkseg></trk></gpx>`;
  expect((await found(commas)).points).toMatchObject([
    { latitudeE7: 505_000_000, longitudeE7: 142_500_000, altitudeMslMm: 300_500 },
  ]);
  // Three hundred metres, or three hundred thousand: it is not guessed.
  const thousands = commas.replace('"50,5"', '"50.5"').replace('"14,25"', '"14.25"').replace("300,5", "300,500");
  expect((await found(thousands)).points).toMatchObject([{ latitudeE7: 505_000_000, altitudeMslMm: null }]);
  const line =
    "<kml><Placemark><LineString><coordinates>14,4,50,1,300 14,5,50,2,300</coordinates></LineString></Placemark></kml>";
  expect(await decodeLog(line)).toMatchObject({ kind: "invalid" });
});

it("counts the times of a gx:Track that have no place", async () => {
  const times = [0, 1, 2].map((second) => `<when>2026-04-01T10:00:0${second}Z</when>`).join("");
  const { points, dropped } = await found(
    `<kml><Placemark><gx:Track>${times}<gx:coord>14 50 300</gx:coord></gx:Track></Placemark></kml>`,
  );
  expect([points.length, dropped]).toEqual([1, { no_fix: 2 }]);
});
