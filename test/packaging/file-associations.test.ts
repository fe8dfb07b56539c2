import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LINK_SCHEME } from "../../src/main/open-requests/deep-link.rules.ts";
import { fileKinds } from "../../src/main/open-requests/file-kinds.rules.ts";

const root = resolve(import.meta.dirname, "../..");
const config = readFileSync(resolve(root, "electron-builder.yml"), "utf8");
const installer = readFileSync(resolve(root, "build/installer.nsh"), "utf8");
const associations = [
  ...config.matchAll(
    /^ {4}- ext: (\w+)\n {6}name: .*\n {6}description: (.*)\n {6}mimeType: (\S+)\n {6}role: (\w+)\n {6}rank: (\w+)$/gm,
  ),
];

/** The lines of a macro of the Windows installer. */
function macroOf(name: string): readonly string[] {
  const [, body] = new RegExp(`^!macro ${name}\\b.*\\n([\\s\\S]*?)^!macroend$`, "m").exec(installer) ?? [];
  if (body === undefined) throw new Error(`the Windows installer has no macro ${name}`);
  return body
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

describe("the packages", () => {
  it("register the files that the app opens, and no others", () => {
    expect(associations.map(([, ending]) => ending).toSorted()).toEqual(Object.keys(fileKinds).toSorted());
  });

  it("have a media type each, by which Linux recognises them, and take no file type from another program", () => {
    expect(new Set(associations.map(([, , , type]) => type)).size).toBe(associations.length);
    expect(associations.map(([, , , , role, rank]) => [role, rank])).toEqual(
      associations.map(() => ["Viewer", "Alternate"]),
    );
  });

  it("register the links that the app understands", () => {
    expect(/^protocols:\n {2}- \{ name: \w+, schemes: \[([\w, ]+)\] \}$/m.exec(config)?.[1]).toBe(LINK_SCHEME);
  });

  it("register the same files on all three systems", () => {
    expect(/^mac:\n(?: {2}.*\n)*? {2}fileAssociations: \*files$/m.test(config)).toBe(true);
    expect(/^ {2}fileAssociations: &files$/m.test(config)).toBe(true);
    // What stands there for all systems would be written into the registry by electron-builder itself.
    expect(config).not.toMatch(/^(?:fileAssociations:|win:\n(?: {2}.*\n)*? {2}fileAssociations:)/m);
    const opened = macroOf("customInstall").flatMap((line) => {
      const [, ending, description] = /^!insertmacro fieldstationOpens "(\w+)" "(.*)"$/.exec(line) ?? [];
      return ending === undefined ? [] : [[ending, description]];
    });
    expect(opened).toEqual(associations.map(([, ending, description]) => [ending, description]));
  });
});

describe("the installer for Windows", () => {
  it("is made with what registers files and links", () => {
    expect(/^nsis:\n(?: {2}.*\n)*? {2}include: build\/installer\.nsh$/m.test(config)).toBe(true);
  });

  it("makes the app the first choice only for files that no program has", () => {
    const lines = macroOf("fieldstationOpens");
    const first = lines.indexOf('WriteRegStr SHELL_CONTEXT "Software\\Classes\\.${EXT}" "" "Fieldstation.${EXT}"');
    expect(lines.slice(first - 2, first + 2)).toEqual([
      'ReadRegStr $R9 HKCR ".${EXT}" ""',
      '${if} $R9 == ""',
      lines[first],
      "${endIf}",
    ]);
    // Every other class that it writes is its own.
    const others = lines.filter((line, at) => line.startsWith("WriteReg") && at !== first);
    expect(others).toHaveLength(4);
    expect(
      others.filter((line) => !/Classes\\(?:Fieldstation\.\$\{EXT\}|\.\$\{EXT\}\\OpenWithProgids")/.test(line)),
    ).toEqual([]);
  });

  it("removes with the program what it has registered, and nothing of others", () => {
    const endings = macroOf("customUnInstall").flatMap(
      (line) => /^!insertmacro fieldstationOpensNoMore "(\w+)"$/.exec(line)?.[1] ?? [],
    );
    expect(endings.toSorted()).toEqual(Object.keys(fileKinds).toSorted());
    const lines = macroOf("fieldstationOpensNoMore");
    const withContent = lines.filter((line) => line.startsWith("DeleteRegKey") && !line.includes("/ifempty"));
    expect(withContent).toEqual(['DeleteRegKey SHELL_CONTEXT "Software\\Classes\\Fieldstation.${EXT}"']);
    const mine = lines.indexOf('DeleteRegValue SHELL_CONTEXT "Software\\Classes\\.${EXT}" ""');
    expect(lines[mine - 1]).toBe('${if} $R9 == "Fieldstation.${EXT}"');
  });

  it("opens links and files with one argument, whatever spaces are in it", () => {
    const commands = installer.split("\n").filter((line) => line.includes("\\shell\\open\\command"));
    expect(commands).toHaveLength(2);
    expect(commands.filter((line) => !line.endsWith(`'"$appExe" "%1"'`))).toEqual([]);
    expect(macroOf("customInstall")).toContain(
      `WriteRegStr SHELL_CONTEXT "Software\\Classes\\${LINK_SCHEME}" "URL Protocol" ""`,
    );
    expect(macroOf("customUnInstall")).toContain(`DeleteRegKey SHELL_CONTEXT "Software\\Classes\\${LINK_SCHEME}"`);
  });
});
