import type { MenuItemConstructorOptions } from "electron";
import type { MenuCommand } from "../../preload/contract.ts";
import { desktopText } from "../text/en.desktop.ts";

const text = desktopText.menu;

export interface MenuPorts {
  readonly platform: NodeJS.Platform;
  /** Hands a command to the console. */
  readonly command: (command: MenuCommand) => void;
  readonly savePdf: () => void;
  readonly openInBrowser: () => void;
  readonly openLogFolder: () => void;
  readonly saveDiagnostics: () => void;
  readonly checkForUpdates: () => void;
  readonly restartStation: () => void;
  readonly showAbout: () => void;
}

/** The native menu. Its entries carry ids, so that journeys find them whatever they are called. */
export function menuTemplate(ports: MenuPorts): MenuItemConstructorOptions[] {
  const mac = ports.platform === "darwin";
  return [
    ...(mac ? [{ role: "appMenu" as const }] : []),
    fileMenu(ports, mac),
    { role: "editMenu" },
    viewMenu(ports),
    helpMenu(ports),
  ];
}

function fileMenu({ command, savePdf }: MenuPorts, mac: boolean): MenuItemConstructorOptions {
  return {
    label: text.file,
    submenu: [
      {
        id: "open-recording",
        label: text.openRecording,
        accelerator: "CmdOrCtrl+O",
        click: () => command("open-recording"),
      },
      { id: "export", label: text.export, accelerator: "CmdOrCtrl+E", click: () => command("export") },
      { id: "save-pdf", label: text.savePdf, accelerator: "CmdOrCtrl+Shift+P", click: savePdf },
      { type: "separator" },
      mac ? { role: "close" } : { id: "quit", role: "quit" },
    ],
  };
}

function viewMenu({ command }: MenuPorts): MenuItemConstructorOptions {
  return {
    label: text.view,
    submenu: [
      { id: "show-map", label: text.map, accelerator: "CmdOrCtrl+1", click: () => command("show-map") },
      { id: "show-sources", label: text.sources, accelerator: "CmdOrCtrl+2", click: () => command("show-sources") },
      { type: "separator" },
      {
        id: "toggle-night",
        label: text.night,
        accelerator: "CmdOrCtrl+Shift+N",
        click: () => command("toggle-night"),
      },
      { type: "separator" },
      { role: "resetZoom" },
      { role: "zoomIn" },
      { role: "zoomOut" },
      { type: "separator" },
      { role: "togglefullscreen" },
      { role: "toggleDevTools" },
    ],
  };
}

function helpMenu(ports: MenuPorts): MenuItemConstructorOptions {
  return {
    role: "help",
    label: text.help,
    submenu: [
      { id: "open-in-browser", label: text.browser, click: ports.openInBrowser },
      { id: "open-log-folder", label: text.logs, click: ports.openLogFolder },
      { id: "save-diagnostics", label: text.diagnostics, click: ports.saveDiagnostics },
      { id: "restart-station", label: text.restart, click: ports.restartStation },
      { type: "separator" },
      { id: "check-for-updates", label: text.updates, click: ports.checkForUpdates },
      { id: "about", label: text.about, click: ports.showAbout },
    ],
  };
}
