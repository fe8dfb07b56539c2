import { createReadStream, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { appendFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../kernel/log.ts";

/** A frame and its time in the flight, Unix milliseconds. */
export type TlogFrame = { readonly timeMs: number; readonly bytes: Uint8Array };

export type TlogFiles = {
  /** Adds frames to the log of a flight; a write error must not lose the flight. */
  readonly append: (flightId: string, frames: readonly TlogFrame[]) => Promise<void>;
  /** The log of a flight, as far as it was written; `undefined` where there is none. */
  readonly read: (flightId: string) => AsyncGenerator<Uint8Array, void, undefined> | undefined;
  /** Bytes of the log of a flight; `undefined` where there is none. */
  readonly sizeOf: (flightId: string) => number | undefined;
  /** Removes the logs of flights that do not exist any more. */
  readonly removeUnless: (hasFlight: (flightId: string) => boolean) => void;
};

const EXTENSION = ".tlog";

/**
 * Telemetry logs in a folder, one for each flight, in the format that ground stations of ArduPilot and PX4 write and
 * read.
 */
export function createTlogFiles(folder: string, log: Log): TlogFiles {
  const pathOf = (flightId: string) => join(folder, `${flightId}${EXTENSION}`);
  let hasFailed = false;

  return {
    async append(flightId, frames) {
      try {
        await mkdir(folder, { recursive: true });
        await appendFile(
          pathOf(flightId),
          Buffer.concat(frames.flatMap(({ timeMs, bytes }) => [stamp(timeMs), bytes])),
        );
        hasFailed = false;
      } catch (error) {
        if (!hasFailed) log.warn({ flight: flightId, err: error }, "the telemetry log of a flight cannot be written");
        hasFailed = true;
      }
    },
    read: (flightId) => (existsSync(pathOf(flightId)) ? chunksOf(pathOf(flightId)) : undefined),
    sizeOf: (flightId) => statSync(pathOf(flightId), { throwIfNoEntry: false })?.size,
    removeUnless(hasFlight) {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) {
        if (name.endsWith(EXTENSION) && !hasFlight(name.slice(0, -EXTENSION.length))) rmSync(join(folder, name));
      }
    },
  };
}

/** Microseconds since 1970, eight bytes, the greatest first. */
function stamp(timeMs: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(timeMs) * 1000n);
  return bytes;
}

async function* chunksOf(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of createReadStream(path)) yield chunk as Buffer;
}
