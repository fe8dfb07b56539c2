import { dialog, Menu, shell, type BrowserWindow } from "electron";
import { channels } from "../../preload/channels.ts";
import type { StationSupervisor } from "../station/station.supervisor.ts";
import { menuTemplate } from "./menu.template.ts";

export interface MenuOptions {
  readonly version: string;
  readonly logDir: string;
  readonly station: StationSupervisor;
  readonly window: () => BrowserWindow | undefined;
}

/** Puts the menu up; what it does with the system happens here, the rest is the console's. */
export function setUpMenu({ version, logDir, station, window }: MenuOptions): void {
  const template = menuTemplate({
    platform: process.platform,
    command: (command) => window()?.webContents.send(channels.menuCommand, command),
    openInBrowser() {
      if (station.state.kind === "running") void shell.openExternal(station.state.url);
    },
    openLogFolder: () => void shell.openPath(logDir),
    restartStation: () => station.restart(),
    showAbout: () => void dialog.showMessageBox({ type: "info", title: "Fieldstation", ...about(version) }),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function about(version: string): { message: string; detail: string } {
  const { electron, chrome, node } = process.versions;
  return { message: `Fieldstation ${version}`, detail: `Electron ${electron}\nChromium ${chrome}\nNode ${node}` };
}
