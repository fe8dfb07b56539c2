import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const register = join(root, "test/support/electron-stand-in/register.ts");

const sources = globSync("src/main/**/*.ts", { cwd: root })
  .filter((path) => !path.endsWith(".test.ts"))
  .map((path) => readFileSync(join(root, path), "utf8"));

/** The values that main takes from Electron, types left out. */
const imported = new Set(
  sources
    .flatMap((source) => [...source.matchAll(/^import \{([^}]*)\} from "electron";$/gm)].map(([, names = ""]) => names))
    .flatMap((names) => names.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type ")),
);

/** What main calls what it gets of Electron, and which class that is of. */
const instances: Readonly<Record<string, string>> = {
  window: "BrowserWindow",
  tray: "Tray",
  notice: "Notification",
  notification: "Notification",
  updateNotice: "Notification",
};

/** Members by their owners, as `app.quit` and `BrowserWindow.prototype.show`. */
const used = new Set(
  sources.flatMap((source) => {
    const owners = [...source.matchAll(/^import (?:type )?\{([^}]*)\} from "electron";$/gm)].flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.trim().replace(/^type /, "")),
    );
    return [...source.matchAll(/(?<![\w."'/-])([A-Za-z]+)(?:\?\.|\.)([A-Za-z]+)/g)].flatMap(
      ([, owner = "", member]) => {
        if (owners.includes(owner) && imported.has(owner)) return [`${owner}.${member}`];
        if (owner === "app" && owners.includes("App")) return [`app.${member}`];
        const type = instances[owner];
        return type !== undefined && owners.includes(type) ? [`${type}.prototype.${member}`] : [];
      },
    );
  }),
);

/** Runs in a process of its own, as the stand-in is one app; prints what of the members it does not have. */
const PROBE = `
  const electron = await import("electron");
  const missing = process.argv.slice(1).filter((path) => {
    const names = path.split(".");
    const member = names.pop();
    try {
      return !(member in names.reduce((part, name) => part[name], electron));
    } catch {
      return true;
    }
  });
  console.log(JSON.stringify(missing));
  process.exit(0);
`;

const missingOf = (members: readonly string[]): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ["--import", register, "--input-type=module", "--eval", PROBE, "--", ...members], {
      cwd: root,
      encoding: "utf8",
    }),
  );

describe("the stand-in for Electron", () => {
  it("has every member that the app uses, so that no journey passes by for want of one", () => {
    expect(used.size).toBeGreaterThan(45);
    expect([...used]).toContain("app.requestSingleInstanceLock");
    expect([...used]).toContain("BrowserWindow.prototype.setBackgroundColor");
    expect(missingOf([...used])).toEqual([]);
  });

  it("lacks what was not given to it", () => {
    const strangers = [
      "app.dock",
      "BrowserWindow.prototype.setKiosk",
      "powerMonitor.on",
      "dialog.showCertificateTrustDialog",
    ];
    expect(missingOf(strangers)).toEqual(strangers);
  });

  it("reports the use of one, instead of returning undefined", () => {
    const touch = `const { app } = await import("electron"); app.dock;`;
    expect(() =>
      execFileSync(process.execPath, ["--import", register, "--input-type=module", "--eval", touch], {
        cwd: root,
        stdio: "pipe",
      }),
    ).toThrow("the stand-in for electron has no app.dock");
  });
});
