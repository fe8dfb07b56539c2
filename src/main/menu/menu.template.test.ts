import type { MenuItemConstructorOptions } from "electron";
import { afterEach, describe, expect, it } from "vitest";
import { menuCommands } from "../../preload/contract.ts";
import { setDesktopLanguage } from "../text/desktop-text.ts";
import { menuTemplate, type MenuPorts } from "./menu.template.ts";

afterEach(() => setDesktopLanguage("en"));

function entries(ports: MenuPorts): MenuItemConstructorOptions[] {
  return menuTemplate(ports).flatMap((menu) => (Array.isArray(menu.submenu) ? menu.submenu : []));
}

function recordingPorts(commands: string[], platform: NodeJS.Platform = "linux"): MenuPorts {
  const record = (name: string) => (): void => void commands.push(name);
  return {
    platform,
    isDemonstration: false,
    command: (command) => void commands.push(command),
    openSettings: record("settings"),
    savePdf: record("pdf"),
    saveDiagnostics: record("diagnostics"),
    checkForUpdates: record("updates"),
    openInBrowser: record("browser"),
    openLogFolder: record("logs"),
    openDemonstration: record("open demonstration"),
    leaveDemonstration: record("leave demonstration"),
    restartStation: record("restart"),
    showAbout: record("about"),
  };
}

describe("menuTemplate", () => {
  it("has an entry for every command of the contract, which hands over just that command", () => {
    const commands: string[] = [];
    for (const entry of entries(recordingPorts(commands))) {
      if (menuCommands.some((command) => command === entry.id)) (entry.click as () => void)();
    }
    expect(commands.toSorted()).toEqual([...menuCommands].toSorted());
  });

  it("opens a demonstration, and leaves it in one", () => {
    const done: string[] = [];
    for (const isDemonstration of [false, true]) {
      const offered = entries({ ...recordingPorts(done), isDemonstration }).filter(({ id }) =>
        id?.endsWith("-demonstration"),
      );
      for (const entry of offered) (entry.click as () => void)();
    }
    expect(done).toEqual(["open demonstration", "leave demonstration"]);
  });

  it("gives no key twice", () => {
    const keys = entries(recordingPorts([])).flatMap((entry) => entry.accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("has the same shortcuts in every language, and different labels", () => {
    const keysOf = () => entries(recordingPorts([])).map(({ accelerator }) => accelerator);
    const keys = keysOf();
    setDesktopLanguage("de");
    expect(keysOf()).toEqual(keys);
    expect(menuTemplate(recordingPorts([]))[0]).toMatchObject({ label: "&Datei" });
  });

  it.each(["linux", "win32", "darwin"] as const)(
    "leaves no label to the system, which has its own language, on %s",
    (platform) => {
      const ports = recordingPorts([], platform);
      const unnamed = [...menuTemplate(ports), ...entries(ports)].filter(
        ({ label, type }) => type !== "separator" && !label,
      );
      expect(unnamed).toEqual([]);
    },
  );

  it("begins with the app's own menu on macOS only", () => {
    expect(menuTemplate(recordingPorts([], "darwin"))[0]).toMatchObject({ label: "Fieldstation" });
    expect(menuTemplate(recordingPorts([], "win32"))[0]).toMatchObject({ label: "&File" });
  });

  it.each(["linux", "win32", "darwin"] as const)(
    "has the settings, what it is and its end once each on %s",
    (platform) => {
      const ids = entries(recordingPorts([], platform)).map(({ id }) => id);
      for (const id of ["settings", "about", "quit"]) expect(ids.filter((one) => one === id)).toEqual([id]);
    },
  );
});
