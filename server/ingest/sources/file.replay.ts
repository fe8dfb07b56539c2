import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { type Clock, systemSchedule, type Schedule } from "../../kernel/clock.ts";
import { FORMAT_HEAD_BYTES, detectRecordingFormat, type RecordingFormat } from "../codecs/recording.format.ts";
import { refusalKey, type Decoded, type Refusals } from "../decoded.ts";
import { SourceFailure, errorMessageOf, systemErrorCode } from "../source.failure.ts";
import { pause } from "../../kernel/pause.ts";
import { createRecordingDecoder } from "./recording.decoder.ts";
import { createBacklog } from "./replay.backlog.ts";
import { createPace } from "./replay.pace.ts";

export type ReplayOptions = {
  /** Ends the replay; it still waits for what was passed on until then. */
  readonly signal: AbortSignal;
  /** Stores what was decoded, including refusals, in order; resolves to the refusals when it is on disk. */
  readonly take: (decoded: readonly Decoded[]) => Promise<Refusals | void>;
  readonly clock: Clock;
  /** 1 = as recorded, 10 = ten times faster, 0 = as fast as it can be stored. */
  readonly speed: number;
  readonly onStart?: () => void;
  /** 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  readonly schedule?: Schedule;
};

export type ReplaySummary = {
  readonly format: RecordingFormat;
  readonly frames: number;
  readonly sensors: number;
  /** Refusals of the codecs, by reason and field. */
  readonly refused: Readonly<Record<string, number>>;
};

/**
 * The bytes by which the format is recognised; decoding a chunk also blocks the event loop for only a few milliseconds.
 */
const CHUNK_BYTES = FORMAT_HEAD_BYTES;
const MAX_BACKLOG_FRAMES = 15_000;
/** Shorter waits are not worth a timer; frames that close together are passed on together. */
const MIN_WAIT_MS = 5;

/**
 * Replays a recording: pcap, pcapng, btsnoop, tlog, MAVLink bytes, JSON lines or objects of a receiver. The format is
 * detected from the content. Capture times are kept and set the pace; frames without one (MAVLink bytes) are not delayed.
 * Resolves when everything is on disk. Throws `SourceFailure` with one sentence if the file is missing, unreadable, of an
 * unknown format, or nothing in it could be used; errors of `take` are passed on.
 */
export async function replayFile(path: string, options: ReplayOptions): Promise<ReplaySummary> {
  const file = await openRecording(path);
  try {
    return await replay(file, basename(path), options);
  } finally {
    await file.close();
  }
}

async function replay(file: FileHandle, name: string, options: ReplayOptions): Promise<ReplaySummary> {
  const { signal, onProgress } = options;
  const size = Math.max(1, (await file.stat()).size);
  const first = await readChunk(file, name);
  const detected = detectRecordingFormat(first, name);
  if (detected.kind === "unknown") throw new SourceFailure(detected.sentence, { isPersistent: true });
  options.onStart?.();

  const decoder = createRecordingDecoder(detected.format);
  const player = createPlayer(options);
  let position = 0;
  for (let chunk = first; chunk.length > 0 && !signal.aborted; chunk = await readChunk(file, name)) {
    const from = position;
    position += chunk.length;
    await player.play(decoder.push(chunk), (share) => onProgress?.(Math.min(1, (from + share * chunk.length) / size)));
  }
  await player.play(decoder.end(), () => undefined);
  await player.finish();
  const { unused, firstRefusal, ...counts } = player.counts();
  if (!signal.aborted) {
    const summary = { format: detected.format, ...counts };
    const sentence =
      unused > 0 && unused === counts.frames
        ? `Nothing of ${name} could be used: all ${unused} of its detections were refused (${firstRefusal}).`
        : describeUnreadable(name, summary, firstRefusal);
    if (sentence !== undefined) throw new SourceFailure(sentence, { isPersistent: true });
    onProgress?.(1);
  }
  return { format: detected.format, ...counts };
}

/** Reasons with which the pipeline refuses a whole detection, including its identity. */
const UNUSED: readonly string[] = ["implausible_time", "no_transmitter", "ambiguous_transmitter"];

/** Why a recording that was read completely contained no detection. */
const NOTHING_IN: Readonly<Record<RecordingFormat, string>> = {
  pcap: "it is a capture without Remote ID",
  pcapng: "it is a capture without Remote ID",
  btsnoop: "it is a capture without Remote ID",
  tlog: "it is MAVLink without Remote ID. A log of a flight is imported among the flights",
  mavlink: "it is MAVLink without Remote ID",
  udp_lines: "there is no detection in it",
  scout_json: "there is no detection in it",
};

/**
 * The sentence for a recording without usable detections; `undefined` if it is a normal recording. Refused frames alone
 * are not a failure, unless every line is refused. A capture counts as read if its packets could be read: forged or
 * damaged frames in them are what was transmitted.
 */
function describeUnreadable(
  name: string,
  { format, frames, sensors, refused }: ReplaySummary,
  firstRefusal: string,
): string | undefined {
  if (frames + sensors > 0) return undefined;
  const reasons = Object.entries(refused);
  if (reasons.length === 0) return `Nothing of ${name} could be used: ${NOTHING_IN[format]}.`;
  if (format === "pcap" || format === "pcapng" || format === "btsnoop") {
    const isUnread = reasons.every(([reason]) => reason === UNREAD_LINK_TYPE);
    return isUnread ? `Nothing of ${name} could be used: it holds ${firstRefusal}.` : undefined;
  }
  const counts = reasons.map(([reason, count]) => `${reason} ${count}`).join(", ");
  return `Nothing of ${name} could be read: everything in it was refused (${counts}).`;
}

const UNREAD_LINK_TYPE = refusalKey({ reason: "unknown_message_type", field: "link_type" });

/** Passes on what was decoded when it is due. */
function createPlayer({ signal, take, clock, speed, schedule = systemSchedule }: ReplayOptions) {
  const pace = createPace(speed, clock);
  const backlog = createBacklog(MAX_BACKLOG_FRAMES);
  const refused = new Map<string, number>();
  let frames = 0;
  let sensors = 0;
  let unused = 0;
  let firstRefusal: string | undefined;

  /** `take` also returns the refusals of the codecs, which are already counted. */
  async function taken(decoded: readonly Decoded[]): Promise<void> {
    const later = await take(decoded);
    if (!(later instanceof Map)) return;
    for (const reason of UNUSED) {
      const counted = later.get(reason) ?? 0;
      if (counted === 0) continue;
      const count = counted - decoded.filter((one) => one.kind === "refused" && refusalKey(one) === reason).length;
      if (count <= 0) continue;
      unused += count;
      firstRefusal ??= reason;
    }
  }

  async function hand(decoded: readonly Decoded[]): Promise<void> {
    if (decoded.length === 0 || signal.aborted) return;
    let count = 0;
    for (const one of decoded) {
      if (one.kind === "frame") count += 1;
      else if (one.kind === "sensor") sensors += 1;
      else if (one.kind === "refused") {
        const key = refusalKey(one);
        refused.set(key, (refused.get(key) ?? 0) + 1);
        firstRefusal ??= one.detail;
      }
    }
    frames += count;
    backlog.add(count, taken(decoded));
    await backlog.waitForRoom();
  }

  return {
    /** `onShare`: the share of `decoded` that was passed on, 0 to 1. */
    async play(decoded: readonly Decoded[], onShare: (share: number) => void): Promise<void> {
      let due: Decoded[] = [];
      for (let index = 0; index < decoded.length; index++) {
        const one = decoded[index]!;
        const waitMs = one.kind === "refused" || one.observedAtMs === null ? 0 : pace(one.observedAtMs);
        if (waitMs >= MIN_WAIT_MS) {
          await hand(due);
          due = [];
          onShare(index / decoded.length);
          await pause(schedule, waitMs, signal);
        }
        if (signal.aborted) return;
        due.push(one);
      }
      await hand(due);
      onShare(1);
    },
    finish: backlog.drain,
    counts: () => ({
      frames,
      sensors,
      unused,
      firstRefusal: firstRefusal ?? "",
      refused: Object.fromEntries(refused),
    }),
  };
}

async function openRecording(path: string): Promise<FileHandle> {
  const name = basename(path);
  try {
    // A named pipe without a writer would otherwise block a thread of the pool endlessly.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    throw new SourceFailure(openFailure(name, error), { isPersistent: true, cause: error });
  }
  throw new SourceFailure(`${name} is a folder or a device, not a recording.`, { isPersistent: true });
}

async function readChunk(file: FileHandle, name: string): Promise<Uint8Array> {
  // A new buffer each time: what is decoded may be a view on it.
  const chunk = new Uint8Array(CHUNK_BYTES);
  try {
    const { bytesRead } = await file.read(chunk);
    return chunk.subarray(0, bytesRead);
  } catch (error) {
    throw new SourceFailure(`${name} cannot be read to its end: ${errorMessageOf(error)}`, { cause: error });
  }
}

function openFailure(name: string, error: unknown): string {
  switch (systemErrorCode(error)) {
    case "ENOENT":
    case "ENOTDIR":
      return `The file ${name} is not there.`;
    case "EACCES":
    case "EPERM":
      return `The file ${name} may not be read by this user.`;
    default:
      return `The file ${name} cannot be opened: ${errorMessageOf(error)}`;
  }
}
