import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeMavlinkFrame } from "../../kernel/mavlink.frame.encode.ts";
import { decodeLog, OPTIONS, tlogOf } from "./log.fixture.ts";
import { decodeTracks } from "./tracks.decode.ts";
import { AIRCRAFT, gpx, heartbeat, subtitle, T0, trk, trkpt } from "./traps.fixture.ts";

it("refuses in one sentence what is no log of a flight", async () => {
  const none =
    "The file is none of the flight logs that can be read: GPX, KML, CSV, tlog, px4log or DataFlash, ULog, DJI subtitles, DJI flight record.";
  const djiV14 = new Uint8Array(200);
  djiV14.set([41, 3, 0, 0, 0, 0, 0, 0, 180, 1, 14, 2]);
  const djiDamaged = new Uint8Array(200).fill(7);
  djiDamaged.set([41, 3, 0, 0, 0, 0, 0, 0, 180, 1, 8, 1]);
  const bodies: readonly (readonly [string | Uint8Array, string])[] = [
    ["", "The file is empty."],
    [" \n", "The file is empty."],
    ["hello", none],
    ["1\n", none],
    ["a,b\n1,2", "The table has no columns of latitude and longitude in its first row."],
    ["Hello, Ada\n", none],
    ["Hello, Ada\nGood morning, Grace\n", none],
    ["$GPGLL,4704.20,N,01526.30,E,101530,A\n$GPGLL,4704.21,N,01526.31,E,101531,A\n", none],
    ['{"type":"FeatureCollection"}', none],
    [new Uint8Array(300).fill(7), none],
    ["<html></html>", "The file is XML, but neither GPX nor KML."],
    [gpx(""), "The file contains no points of a flight."],
    [gpx(trk(trkpt(0, 0, 0))), "The file contains no points of a flight: there was never a GNSS fix."],
    ["<gpx><trk><trkseg><trkpt lat='1'", "The file is cut off: it ends inside of <trkseg>."],
    ["PK\u0003\u0004abc", "The file is an archive (ZIP or KMZ): unpack it, and import its content."],
    [subtitle(1, "2026.04.01 10:00:00"), "The subtitles contain no positions: not every aircraft writes them."],
    [tlogOf([[T0, encodeMavlinkFrame(AIRCRAFT, heartbeat(2))]]), "The log contains no position of an aircraft."],
    [Uint8Array.of(0xa3, 0x95, 1, 2), "The file contains no records of a flight log."],
    [
      Uint8Array.of(0x55, 0x4c, 0x6f, 0x67, 1, 0x12, 0x35, 1, 9),
      "The ULog is damaged or cut off before its first position.",
    ],
    [
      djiV14,
      "This DJI flight record is of version 14: it is encrypted and needs a key from DJI; export the flight as CSV, GPX or KML instead.",
    ],
    [djiDamaged, "The DJI flight record is damaged or cut off."],
  ];
  for (const [body, message] of bodies) expect(await decodeLog(body)).toEqual({ kind: "invalid", message });
});

it("never throws and never hangs, whatever the bytes are", async () => {
  const heads = [
    "",
    "ULog\u0001\u00125\u0001",
    "\u00a3\u0095",
    "1\n00:00:01,000 --> ",
    "<gpx>",
    "lat,lon\n",
    "\u0001".repeat(8) + "\u00fe",
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 300 }), async (head, rest) => {
      const decoded = await decodeLog(Buffer.concat([Buffer.from(head, "latin1"), rest]), 64);
      expect(decoded.kind).toMatch(/^(flights|invalid)$/);
    }),
    { numRuns: 300 },
  );
});

it("reports its progress, and stops when it is aborted", async () => {
  const body = gpx(trk(...Array.from({ length: 5000 }, (_, index) => trkpt(index * 100))));
  const seen: number[] = [];
  const controller = new AbortController();
  async function* chunks() {
    yield new TextEncoder().encode(body);
  }
  const decoding = decodeTracks(chunks(), {
    ...OPTIONS,
    signal: controller.signal,
    onProgress: (bytes) => {
      seen.push(bytes);
      if (seen.length === 2) controller.abort(new Error("enough"));
    },
  });
  await expect(decoding).rejects.toThrow("enough");
  expect(seen).toEqual([65_536, 131_072]);
});
