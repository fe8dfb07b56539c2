import type { MenuItemConstructorOptions } from "electron";
import type { MenuCommand } from "../../preload/contract.ts";
import { desktopText } from "../text/desktop-text.ts";

export interface MenuPorts {
  readonly platform: NodeJS.Platform;
  /** Whether this run of the app is a demonstration. */
  readonly isDemonstration: boolean;
  /** Sends a command to the console. */
  readonly command: (command: MenuCommand) => void;
  readonly openSettings: () => void;
  readonly savePdf: () => void;
  readonly openInBrowser: () => void;
  readonly openLogFolder: () => void;
  readonly saveDiagnostics: () => void;
  readonly checkForUpdates: () => void;
  readonly openDemonstration: () => void;
  readonly leaveDemonstration: () => void;
  readonly restartStation: () => void;
  readonly showAbout: () => void;
}

const SETTINGS_KEY = "CmdOrCtrl+,";

/** The native menu, in the language of the console. Its entries carry ids, so that journeys find them whatever they are called. */
export function menuTemplate(ports: MenuPorts): MenuItemConstructorOptions[] {
  const mac = ports.platform === "darwin";
  return [
    ...(mac ? [appMenu(ports)] : []),
    fileMenu(ports, mac),
    editMenu(),
    viewMenu(ports),
    ...(mac ? [windowMenu()] : []),
    helpMenu(ports, mac),
  ];
}

/** The standard menus of macOS, entry by entry: as a role alone they would always be in English. */
function appMenu({ showAbout, openSettings }: MenuPorts): MenuItemConstructorOptions {
  const { menu } = desktopText();
  return {
    label: "Fieldstation",
    submenu: [
      { id: "about", label: menu.about, click: showAbout },
      { type: "separator" },
      { id: "settings", label: menu.settings, accelerator: SETTINGS_KEY, click: openSettings },
      { type: "separator" },
      { role: "services", label: menu.services },
      { type: "separator" },
      { role: "hide", label: menu.hide },
      { role: "hideOthers", label: menu.hideOthers },
      { role: "unhide", label: menu.showAll },
      { type: "separator" },
      { id: "quit", role: "quit", label: menu.quitApp },
    ],
  };
}

function windowMenu(): MenuItemConstructorOptions {
  const { menu } = desktopText();
  return {
    role: "window",
    label: menu.window,
    submenu: [
      { role: "minimize", label: menu.minimize },
      { role: "zoom", label: menu.zoomWindow },
      { type: "separator" },
      { role: "front", label: menu.front },
    ],
  };
}

function fileMenu(ports: MenuPorts, mac: boolean): MenuItemConstructorOptions {
  const { command, savePdf, openSettings } = ports;
  const { menu } = desktopText();
  return {
    label: menu.file,
    submenu: [
      {
        id: "open-recording",
        label: menu.openRecording,
        accelerator: "CmdOrCtrl+O",
        click: () => command("open-recording"),
      },
      { id: "export", label: menu.export, accelerator: "CmdOrCtrl+E", click: () => command("export") },
      { id: "save-pdf", label: menu.savePdf, accelerator: "CmdOrCtrl+Shift+P", click: savePdf },
      { type: "separator" },
      ports.isDemonstration
        ? { id: "leave-demonstration", label: menu.leaveDemonstration, click: ports.leaveDemonstration }
        : { id: "open-demonstration", label: menu.openDemonstration, click: ports.openDemonstration },
      { type: "separator" },
      ...(mac
        ? [{ role: "close" as const, label: menu.close }]
        : [
            { id: "settings", label: menu.settings, accelerator: SETTINGS_KEY, click: openSettings },
            { type: "separator" as const },
            { id: "quit", role: "quit" as const, label: menu.quit },
          ]),
    ],
  };
}

function editMenu(): MenuItemConstructorOptions {
  const { menu } = desktopText();
  return {
    label: menu.edit,
    submenu: [
      { role: "undo", label: menu.undo },
      { role: "redo", label: menu.redo },
      { type: "separator" },
      { role: "cut", label: menu.cut },
      { role: "copy", label: menu.copy },
      { role: "paste", label: menu.paste },
      { role: "selectAll", label: menu.selectAll },
    ],
  };
}

function viewMenu({ command }: MenuPorts): MenuItemConstructorOptions {
  const { menu } = desktopText();
  return {
    label: menu.view,
    submenu: [
      { id: "show-map", label: menu.map, accelerator: "CmdOrCtrl+1", click: () => command("show-map") },
      { id: "show-sources", label: menu.sources, accelerator: "CmdOrCtrl+2", click: () => command("show-sources") },
      { type: "separator" },
      {
        id: "toggle-night",
        label: menu.nightMode,
        accelerator: "CmdOrCtrl+Shift+N",
        click: () => command("toggle-night"),
      },
      { type: "separator" },
      { role: "resetZoom", label: menu.resetZoom },
      { role: "zoomIn", label: menu.zoomIn },
      { role: "zoomOut", label: menu.zoomOut },
      { type: "separator" },
      { role: "togglefullscreen", label: menu.fullScreen },
      { role: "toggleDevTools", label: menu.developerTools },
    ],
  };
}

function helpMenu(ports: MenuPorts, mac: boolean): MenuItemConstructorOptions {
  const { menu } = desktopText();
  return {
    role: "help",
    label: menu.help,
    submenu: [
      {
        id: "show-help",
        label: menu.guide,
        accelerator: "F1",
        // The console binds the keys itself, and knows when they mean something else.
        registerAccelerator: false,
        click: () => ports.command("show-help"),
      },
      {
        id: "show-shortcuts",
        label: menu.shortcuts,
        // macOS would bind it anyway, even while somebody types.
        ...(mac ? {} : { accelerator: "?", registerAccelerator: false }),
        click: () => ports.command("show-shortcuts"),
      },
      { type: "separator" },
      { id: "open-in-browser", label: menu.openInBrowser, click: ports.openInBrowser },
      { id: "open-log-folder", label: menu.logFiles, click: ports.openLogFolder },
      { id: "save-diagnostics", label: menu.diagnostics, click: ports.saveDiagnostics },
      { id: "restart-station", label: menu.restartStation, click: ports.restartStation },
      { type: "separator" },
      { id: "check-for-updates", label: menu.updates, click: ports.checkForUpdates },
      ...(mac ? [] : [{ id: "about", label: menu.about, click: ports.showAbout }]),
    ],
  };
}
