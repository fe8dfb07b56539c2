import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMATS, formatsOf, type Format } from "../contracts/formats.ts";
import { toOperatorTelemetry, toSystemTelemetry, toUaTelemetry } from "../kernel/telemetry-records.ts";
import type { OnTrack, Slice, TrackOrigin } from "../kernel/telemetry.ts";
import { encodeTelemetry } from "./encode-telemetry.ts";
import { anyOperatorSlices, anySystemSlices, anyUaSlices } from "./samples/arbitraries.ts";
import { ABOUT, chunksOf, documentOf, ofOperator, ofSystem, ofUa } from "./samples/document.ts";
import { SAMPLE_OPERATOR, SAMPLE_SYSTEM, SAMPLE_UA, TAKE_OFF } from "./samples/points.ts";
import { originOf } from "./slice-encoder.ts";

const SAMPLES = {
  ua: () => ofUa(SAMPLE_UA),
  operator: () => ofOperator(SAMPLE_OPERATOR),
  system: () => ofSystem(SAMPLE_SYSTEM),
};

describe.each(["ua", "operator", "system"] as const)("%s telemetry", (record) => {
  it.each(formatsOf("telemetry"))("is written in %s like the golden file", async (representation) => {
    const document = await documentOf(SAMPLES[record](), representation);
    await expect(document).toMatchFileSnapshot(`golden/${record}.${FORMATS[representation].extension}`);
  });
});

function wireOf<P, R>(slices: readonly Slice<P>[], toWire: (point: OnTrack<P>, origin: TrackOrigin) => R): R[] {
  return slices.flatMap((slice) => slice.points.map((point) => toWire(point, originOf(slice, point.track))));
}

const linesOf = (document: string): unknown[] =>
  document
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));

describe("JSON and NDJSON", () => {
  it("contain exactly the API records of aircraft", async () => {
    await fc.assert(
      fc.asyncProperty(anyUaSlices, async (slices) => {
        const expected = wireOf(slices, toUaTelemetry);
        expect(JSON.parse(await documentOf(ofUa(slices), "json"))).toStrictEqual(expected);
        expect(linesOf(await documentOf(ofUa(slices), "ndjson"))).toStrictEqual(expected);
      }),
    );
  });

  it("contain exactly the API records of operators", async () => {
    await fc.assert(
      fc.asyncProperty(anyOperatorSlices, async (slices) => {
        const expected = wireOf(slices, toOperatorTelemetry);
        expect(JSON.parse(await documentOf(ofOperator(slices), "json"))).toStrictEqual(expected);
        expect(linesOf(await documentOf(ofOperator(slices), "ndjson"))).toStrictEqual(expected);
      }),
    );
  });

  it("contain exactly the API records of systems", async () => {
    await fc.assert(
      fc.asyncProperty(anySystemSlices, async (slices) => {
        const expected = wireOf(slices, toSystemTelemetry);
        expect(JSON.parse(await documentOf(ofSystem(slices), "json"))).toStrictEqual(expected);
        expect(linesOf(await documentOf(ofSystem(slices), "ndjson"))).toStrictEqual(expected);
      }),
    );
  });

  it("are the bytes of JSON.stringify of the API record", async () => {
    const lines = wireOf(SAMPLE_OPERATOR, toOperatorTelemetry).map((wire) => JSON.stringify(wire));
    expect(await documentOf(ofOperator(SAMPLE_OPERATOR), "ndjson")).toBe(`${lines.join("\n")}\n`);
  });
});

describe("an empty stream", () => {
  it("becomes an empty array, no lines, a header row, or a document without tracks", async () => {
    expect(JSON.parse(await documentOf(ofUa([]), "json"))).toStrictEqual([]);
    expect(await documentOf(ofUa([]), "ndjson")).toBe("");
    expect(await documentOf(ofUa([]), "csv")).toMatch(/^timestamp,[a-z0-9_,]+\r\n$/);
    expect(await documentOf(ofUa([]), "gpx")).toMatch(/<\/metadata>\n<\/gpx>\n$/);
    expect(JSON.parse(await documentOf(ofUa([]), "geojson"))).toStrictEqual({
      type: "FeatureCollection",
      features: [],
    });
    expect(await documentOf(ofUa([]), "geojsonseq")).toBe("");
    expect(await documentOf(ofUa([]), "kml")).toMatch(/<\/Schema>\n<\/Document>\n<\/kml>\n$/);
  });
});

describe("chunks", () => {
  it.each(["json", "csv", "gpx", "kml"] satisfies Format[])(
    "of %s come one per slice, the head with the first, the end after the last",
    async (representation) => {
      const slices = [TAKE_OFF, TAKE_OFF];
      const chunks = await chunksOf(ofUa(slices), representation);
      expect(chunks).toHaveLength(representation === "csv" ? 2 : 3);
      const first = new TextDecoder().decode(chunks[0]);
      expect(first.length).toBeGreaterThan(500);
    },
  );

  it("read a slice only when a chunk is requested, and close the stream when the caller stops", async () => {
    let given = 0;
    let closed = false;
    async function* slices() {
      try {
        for (;;) {
          given++;
          yield TAKE_OFF;
        }
      } finally {
        closed = true;
      }
    }
    const chunks = encodeTelemetry({ record: "ua", slices: slices() }, "ndjson", ABOUT);
    await chunks.next();
    expect(given).toBe(1);
    await chunks.next();
    expect(given).toBe(2);
    await chunks.return();
    expect(closed).toBe(true);
  });

  it("fail when the stream fails, without ending the document", async () => {
    async function* slices() {
      yield TAKE_OFF;
      throw new Error("disk gone");
    }
    const chunks = encodeTelemetry({ record: "ua", slices: slices() }, "json", ABOUT);
    await chunks.next();
    await expect(chunks.next()).rejects.toThrow("disk gone");
  });

  it("fail for a point whose track has no origin, which is a bug", async () => {
    const broken = { origins: new Map(), points: TAKE_OFF.points };
    await expect(documentOf(ofUa([broken]), "csv")).rejects.toThrow("no origin");
  });
});
