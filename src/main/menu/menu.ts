import { dialog, Menu, shell, type BrowserWindow } from "electron";
import { channels } from "../../preload/channels.ts";
import type { StationSupervisor } from "../station/station.supervisor.ts";
import { type DesktopLanguage, setDesktopLanguage } from "../text/desktop-text.ts";
import { menuTemplate, type MenuPorts } from "./menu.template.ts";

export interface MenuOptions {
  readonly version: string;
  readonly logDir: string;
  readonly station: StationSupervisor;
  readonly window: () => BrowserWindow | undefined;
}

/**
 * Puts the menu up; what it does with the system happens here, the rest is the console's. The returned function shows it
 * in another language.
 */
export function setUpMenu({ version, logDir, station, window }: MenuOptions): (language: DesktopLanguage) => void {
  const ports: MenuPorts = {
    platform: process.platform,
    command: (command) => window()?.webContents.send(channels.menuCommand, command),
    openInBrowser() {
      if (station.state.kind === "running") void shell.openExternal(station.state.url);
    },
    openLogFolder: () => void shell.openPath(logDir),
    restartStation: () => station.restart(),
    showAbout: () => void dialog.showMessageBox({ type: "info", title: "Fieldstation", ...about(version) }),
  };
  const show = (): void => Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(ports)));
  show();
  return (language) => {
    setDesktopLanguage(language);
    show();
  };
}

function about(version: string): { message: string; detail: string } {
  const { electron, chrome, node } = process.versions;
  return { message: `Fieldstation ${version}`, detail: `Electron ${electron}\nChromium ${chrome}\nNode ${node}` };
}
