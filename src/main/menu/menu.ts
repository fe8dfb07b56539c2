import { dialog, Menu, shell, type BrowserWindow } from "electron";
import { channels } from "../../preload/channels.ts";
import type { SaveResult } from "../../preload/contract.ts";
import type { Demonstration } from "../demonstration/demonstration.ts";
import type { StationSupervisor } from "../station/station.supervisor.ts";
import { desktopText } from "../text/desktop-text.ts";
import { menuTemplate, type MenuPorts } from "./menu.template.ts";

export interface MenuOptions {
  readonly version: string;
  readonly logDir: string;
  readonly station: StationSupervisor;
  readonly demonstration: Demonstration;
  readonly window: () => BrowserWindow | undefined;
  readonly openSettings: () => void;
  readonly savePdf: () => Promise<SaveResult>;
  readonly saveDiagnostics: () => Promise<SaveResult>;
  readonly checkForUpdates: () => Promise<void>;
}

/**
 * Sets up the menu. Actions on the system are handled here, the others by the console. The returned function shows the
 * menu in the desktop's present language.
 */
export function setUpMenu(options: MenuOptions): () => void {
  const { version, logDir, station, demonstration, window, savePdf, saveDiagnostics, checkForUpdates } = options;
  const ports: MenuPorts = {
    platform: process.platform,
    isDemonstration: demonstration.isOpen,
    command: (command) => window()?.webContents.send(channels.menuCommand, command),
    openSettings: options.openSettings,
    savePdf: () => void savePdf().then((result) => showFailure(desktopText().app.pdf.failed, result)),
    saveDiagnostics: () =>
      void saveDiagnostics().then((result) => showFailure(desktopText().app.diagnostics.failed, result)),
    checkForUpdates: () => void checkForUpdates(),
    openInBrowser() {
      if (station.state.kind === "running") void shell.openExternal(station.state.url);
    },
    openLogFolder: () => void shell.openPath(logDir),
    openDemonstration: () => void demonstration.open(),
    leaveDemonstration: demonstration.leave,
    restartStation: () => station.restart(),
    showAbout: () => void dialog.showMessageBox({ type: "info", title: "Fieldstation", ...about(version) }),
  };
  const show = (): void => Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(ports)));
  show();
  return show;
}

/** Shows only failures: the person has just named the file that was saved. */
function showFailure(message: string, result: SaveResult): void {
  if (result.kind === "failed") {
    const { close } = desktopText().app.updates;
    void dialog.showMessageBox({ type: "error", message, detail: result.reason, buttons: [close] });
  }
}

function about(version: string): { message: string; detail: string; buttons: string[] } {
  const { electron, chrome, node } = process.versions;
  const buttons = [desktopText().app.updates.close];
  return {
    message: `Fieldstation ${version}`,
    buttons,
    detail: `Electron ${electron}\nChromium ${chrome}\nNode ${node}`,
  };
}
