import type { MenuItemConstructorOptions } from "electron";
import type { MenuCommand } from "../../preload/contract.ts";

export interface MenuPorts {
  readonly platform: NodeJS.Platform;
  /** Hands a command to the console. */
  readonly command: (command: MenuCommand) => void;
  readonly openInBrowser: () => void;
  readonly openLogFolder: () => void;
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

function fileMenu({ command }: MenuPorts, mac: boolean): MenuItemConstructorOptions {
  return {
    label: "&File",
    submenu: [
      {
        id: "open-recording",
        label: "&Open recording…",
        accelerator: "CmdOrCtrl+O",
        click: () => command("open-recording"),
      },
      { id: "export", label: "&Export…", accelerator: "CmdOrCtrl+E", click: () => command("export") },
      { type: "separator" },
      mac ? { role: "close" } : { id: "quit", role: "quit" },
    ],
  };
}

function viewMenu({ command }: MenuPorts): MenuItemConstructorOptions {
  return {
    label: "&View",
    submenu: [
      { id: "show-map", label: "&Map", accelerator: "CmdOrCtrl+1", click: () => command("show-map") },
      { id: "show-sources", label: "&Sources", accelerator: "CmdOrCtrl+2", click: () => command("show-sources") },
      { type: "separator" },
      {
        id: "toggle-night",
        label: "&Night mode",
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
    label: "&Help",
    submenu: [
      { id: "open-in-browser", label: "Open in the &browser", click: ports.openInBrowser },
      { id: "open-log-folder", label: "Show &log files", click: ports.openLogFolder },
      { id: "restart-station", label: "&Restart the station", click: ports.restartStation },
      { type: "separator" },
      { id: "about", label: "&About Fieldstation", click: ports.showAbout },
    ],
  };
}
