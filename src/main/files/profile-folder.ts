import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { desktopText } from "../text/desktop-text.ts";
import { reasonOf } from "./file-failure.ts";

/**
 * Why the profile cannot be stored in a folder, in the language of the desktop; undefined if it can. Electron gives the
 * same answer for a profile that another app uses and for one that it cannot lock, so this is checked before.
 */
export function findProfileFault(folder: string, platform: NodeJS.Platform): string | undefined {
  const file = join(folder, `.probe-${process.pid}`);
  const link = `${file}-link`;
  try {
    // The recording may be beside it: new folders are accessible to their owner only, like those of Chromium.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, "");
  } catch (error) {
    return reasonOf(error);
  }
  try {
    // Chromium's lock is a symbolic link, except on Windows.
    rmSync(link, { force: true });
    if (platform !== "win32") symlinkSync(file, link);
    return undefined;
  } catch {
    return desktopText().app.files.noLinks;
  } finally {
    rmSync(link, { force: true });
    rmSync(file, { force: true });
  }
}
