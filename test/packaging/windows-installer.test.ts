import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../bench/flights.fixture.ts";

const OURS = resolve(import.meta.dirname, "../../build/installer.nsh");
const isMissing = spawnSync("makensis", ["-VERSION"]).status !== 0;

if (isMissing) process.stderr.write("skipped: what NSIS compiles of the Windows installer, it is not installed\n");

/** An installer with nothing but our part, which electron-builder puts into its own in the same way. */
const installer = (output: string) => `
  Unicode true
  Name "Fieldstation"
  OutFile "${output}"
  RequestExecutionLevel user
  !include LogicLib.nsh
  Var appExe
  !include "${OURS}"
  Section
    SetShellVarContext current
    StrCpy $appExe "$INSTDIR\\Fieldstation.exe"
    !insertmacro customInstall
    WriteUninstaller "$INSTDIR\\uninstall.exe"
  SectionEnd
  Section "Uninstall"
    !insertmacro customUnInstall
  SectionEnd
`;

it.skipIf(isMissing)("the Windows installer's own part compiles without a warning", () => {
  using folder = temporaryDirectory();
  const [script, output] = [join(folder.path, "ours.nsi"), join(folder.path, "ours.exe")];
  writeFileSync(script, installer(output));
  const { status, stdout } = spawnSync("makensis", ["-WX", "-V2", script], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, ""]);
  expect(existsSync(output)).toBe(true);
});
