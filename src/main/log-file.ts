import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";

const LIMIT_BYTES = 5 * 1024 * 1024;

/**
 * Appends to `<name>.log` in a folder. When that has grown past the limit, it becomes `<name>.previous.log` in place of
 * the previous one, so that the log of a station that runs for months does not fill the disk. A message that cannot be
 * written is lost, without other effects.
 */
export function openLogFile(folder: string, name: string, limitBytes: number = LIMIT_BYTES): Writable {
  const path = join(folder, `${name}.log`);
  let size: number | undefined;

  function append(chunk: Buffer): void {
    mkdirSync(folder, { recursive: true });
    size ??= existsSync(path) ? statSync(path).size : 0;
    if (size > limitBytes) {
      renameSync(path, join(folder, `${name}.previous.log`));
      size = 0;
    }
    appendFileSync(path, chunk);
    size += chunk.length;
  }

  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        // Written at once, so that the last messages before a crash are in the file.
        append(chunk);
      } catch {
        // The disk is full or the folder was removed; tried again with the next message.
        size = undefined;
      }
      done();
    },
  });
}
