import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { desktopText } from "../text/desktop-text.ts";
import { reasonOf } from "./file-failure.ts";

/**
 * Why the profile cannot be kept in a folder, in the language of the desktop; undefined where it can. Electron answers
 * alike for a profile that another app has and for one that it cannot lock, so this is found out before it is asked.
 */
export function findProfileFault(folder: string, platform: NodeJS.Platform): string | undefined {
  const file = join(folder, `.probe-${process.pid}`);
  const link = `${file}-link`;
  try {
    // The recording may lie beside it: what is made on the way is for its owner only, as Chromium makes it.
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
