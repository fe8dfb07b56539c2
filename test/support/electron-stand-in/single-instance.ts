import { mkdirSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";

interface SecondInstance {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  /** The data that the second app passes. */
  readonly additionalData: unknown;
}

/**
 * One app per profile folder, decided synchronously, as Electron does: the first writes its process id, a later one
 * leaves a file that the first one finds. As in Electron, the result is the same where the lock cannot be created.
 */
export function lockInstance(
  profileDir: string,
  additionalData: unknown,
  onSecond: (second: SecondInstance) => void,
): boolean {
  const folder = join(profileDir, "single-instance");
  const owner = join(folder, "pid");
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    return false;
  }
  if (isOwnedByAnother(owner)) {
    const note: SecondInstance = { argv: process.argv, workingDirectory: process.cwd(), additionalData };
    writeFileSync(join(folder, `note-${process.pid}.json`), JSON.stringify(note));
    return false;
  }
  writeFileSync(owner, String(process.pid));
  const watcher = watch(folder, () => {
    for (const name of readdirSync(folder).filter((each) => each.startsWith("note-"))) {
      const text = readFileSync(join(folder, name), "utf8");
      // The file may be found before it is complete; the next event follows.
      if (!text.endsWith("}")) continue;
      rmSync(join(folder, name));
      onSecond(JSON.parse(text) as SecondInstance);
    }
  });
  watcher.unref();
  return true;
}

function isOwnedByAnother(owner: string): boolean {
  try {
    process.kill(Number(readFileSync(owner, "utf8")), 0);
    return true;
  } catch {
    // No such file, or no such process any more.
    return false;
  }
}
