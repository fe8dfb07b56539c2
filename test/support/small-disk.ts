import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type SmallDisk = Disposable & {
  /** A folder on it, for a station. */
  readonly folder: string;
  /** Uses all free space; calling it again uses what has become free. */
  readonly fill: () => void;
  /** Frees the space. */
  readonly empty: () => void;
};

/** A separate file system in memory with this many MiB; undefined where none may be mounted. */
export function mountSmallDisk(mib: number): SmallDisk | undefined {
  const mountPoint = mkdtempSync(join(tmpdir(), "fieldstation-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${mib}m`, "tmpfs", mountPoint]);
  if (mounted.status !== 0) {
    rmSync(mountPoint, { recursive: true });
    process.stderr.write("skipped: tests on a full disk, this user may not mount a file system\n");
    return undefined;
  }
  const folder = join(mountPoint, "station");
  mkdirSync(folder);
  const filler = join(mountPoint, "filler");
  return {
    folder,
    fill() {
      const block = Buffer.alloc(4096);
      try {
        for (;;) writeFileSync(filler, block, { flag: "a" });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    },
    empty: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      execFileSync("umount", ["--lazy", mountPoint]);
      rmSync(mountPoint, { recursive: true, force: true });
    },
  };
}
