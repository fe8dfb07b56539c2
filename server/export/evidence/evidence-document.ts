import type { EvidencePlan, ReceptionOrigin } from "../../kernel/evidence-plan.ts";
import type { TelemetryStream } from "../../kernel/handler.ts";
import type { TelemetryPlan, TrackWindow } from "../../kernel/telemetry-plan.ts";
import type { OnTrack, OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import { type Chunks, encodeTelemetry } from "../encode-telemetry.ts";
import { REPORT_FILE } from "./manifest.ts";
import { type PackFile, writePack } from "./pack.ts";
import { receptionLines } from "./receptions.ts";
import { writeReport } from "./report/report.ts";
import { frameOf, type MapFrame, NO_WORLD, overviewFrameOf, type WorldLines } from "./report/svg-map.ts";
import { TrackSummaries } from "./report/track-summary.ts";
import { readWorldLines } from "./report/world-lines.ts";

/** The readers of a pack: on one connection, so that all its contents are of the same moment. */
export type EvidenceReaders = {
  readonly readTelemetry: (plan: TelemetryPlan, signal: AbortSignal) => TelemetryStream;
  readonly readAircraft: (
    windows: readonly TrackWindow[],
    signal: AbortSignal,
  ) => AsyncIterable<readonly OnTrack<UaPoint>[]>;
  readonly readOperators: (
    windows: readonly TrackWindow[],
    signal: AbortSignal,
  ) => AsyncIterable<readonly OnTrack<OperatorPoint>[]>;
  readonly readRawFrames: (range: TimeRange, signal: AbortSignal) => AsyncIterable<readonly RawFrame[]>;
};

/** A frame as it was received; `source` is the source that received it. */
export type RawFrame = {
  readonly receivedAt: string;
  readonly sourceId: string;
  readonly sender: string | null;
  readonly bytes: Uint8Array;
};

const CHUNKS: Chunks = { minBytes: 64 * 1024 };

/** Writes an evidence pack as a zip archive. */
export function writeEvidence(
  readers: EvidenceReaders,
  plan: EvidencePlan,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { range, receptions, worldDir } = plan;
  const summaries = new TrackSummaries(receptions.origins);
  let rawFrames: number | null = null;

  async function* rawLines() {
    rawFrames = 0;
    for await (const frames of readers.readRawFrames(range, signal)) {
      rawFrames += frames.length;
      yield Buffer.from(frames.map(rawLine).join(""));
    }
  }

  /** Undefined if the built-in map is missing: the report states that. */
  async function linesIn(frame: MapFrame | undefined): Promise<WorldLines> {
    if (frame === undefined || worldDir === null) return NO_WORLD;
    return readWorldLines(worldDir, frame).catch(() => NO_WORLD);
  }

  async function* report() {
    const tracks = summaries.list();
    const frame = frameOf(tracks);
    const world = await linesIn(frame);
    const surroundings = await linesIn(frame && overviewFrameOf(frame));
    yield Buffer.from(writeReport({ plan, tracks, world, surroundings, rawFrames }));
  }

  // The time of a document is the end of its range, so that the same records give the same bytes.
  const about = { name: plan.title, generatedAtMs: range.toMs };
  const files: readonly PackFile[] = [
    ...plan.texts.map(({ path, text }) => ({ path, chunks: () => [Buffer.from(text)] })),
    ...plan.telemetry.map(({ path, format, plan: telemetry }) => ({
      path,
      chunks: () => encodeTelemetry(readers.readTelemetry(telemetry, signal), format, about, CHUNKS),
    })),
    {
      path: "receptions/receptions.ndjson",
      chunks: () =>
        receptionsOf(readers, { windows: receptions.windows, origins: receptions.origins }, summaries, signal),
    },
    ...(plan.hasRawFrames ? [{ path: "raw/frames.ndjson", chunks: rawLines }] : []),
    { path: REPORT_FILE, chunks: report },
  ];
  return writePack(files, plan.key, range.toMs);
}

async function* receptionsOf(
  readers: EvidenceReaders,
  {
    windows,
    origins,
  }: { readonly windows: readonly TrackWindow[]; readonly origins: ReadonlyMap<number, ReceptionOrigin> },
  summaries: TrackSummaries,
  signal: AbortSignal,
) {
  for await (const points of readers.readAircraft(windows, signal)) {
    summaries.addAircraft(points);
    yield receptionLines({ record: "aircraft", points }, origins);
  }
  for await (const points of readers.readOperators(windows, signal)) {
    summaries.addOperator(points);
    yield receptionLines({ record: "operator", points }, origins);
  }
}

function rawLine({ receivedAt, sourceId, sender, bytes }: RawFrame): string {
  const data = Buffer.from(bytes).toString("base64");
  return `${JSON.stringify({ received_at: receivedAt, source_id: sourceId, sender, data })}\n`;
}
