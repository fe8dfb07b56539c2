// Run by electron-builder after packing (`-c.afterPack`): writes what the packages for Linux and macOS would register into the
// output folder, made by electron-builder's own code. The packages themselves need tools that it would download.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import mac from "app-builder-lib/out/electron/electronMac.js";
import macPackager from "app-builder-lib/out/macPackager.js";
import linux from "app-builder-lib/out/targets/LinuxTargetHelper.js";

const EMPTY_PLIST = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict></dict></plist>
`;

/** @param {import("app-builder-lib").AfterPackContext} context */
export async function afterPack({ packager, outDir }) {
  const helper = new linux.LinuxTargetHelper(packager);
  const entry = await helper.computeDesktopEntry(packager.platformSpecificBuildOptions);
  await writeFile(join(outDir, `${helper.getDesktopFileName()}.desktop`), entry);
  await copyFile(await helper.mimeTypeFiles, join(outDir, "mime-types.xml"));

  await writeEmptyMacApp(join(outDir, "Electron.app/Contents"), "Electron");
  await writeEmptyMacApp(
    join(outDir, "Electron.app/Contents/Frameworks/Electron Helper.app/Contents"),
    "Electron Helper",
  );
  const forMac = new macPackager.MacPackager(packager.info);
  // The tool that makes an icon for macOS would be downloaded.
  Object.assign(forMac, { getIconPath: () => Promise.resolve(null) });
  await mac.createMacApp(forMac, outDir, undefined, false);
}

/**
 * As much of Electron's app for macOS as its description needs.
 * @param {string} contents
 * @param {string} name
 */
async function writeEmptyMacApp(contents, name) {
  await mkdir(join(contents, "MacOS"), { recursive: true });
  await mkdir(join(contents, "Resources"), { recursive: true });
  await writeFile(join(contents, "Info.plist"), EMPTY_PLIST);
  await writeFile(join(contents, "MacOS", name), "");
}
