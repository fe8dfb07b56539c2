import { Menu, nativeImage, Tray, type NativeImage } from "electron";
import type { SourceReport } from "../sources/source-activity.rules.ts";
import { currentDesktopLanguage, desktopText } from "../text/desktop-text.ts";
import { drawTrayIcon } from "./tray-icon.ts";
import { trayStateOf, type TrayMark } from "./tray.rules.ts";

const ICON_PX = 22;
/** The time since the last frame changes without a message of the station. */
const REFRESH_EVERY_MS = 15_000;

export interface TrayPorts {
  readonly sources: () => readonly SourceReport[] | undefined;
  readonly openWindow: () => void;
  readonly quit: () => void;
  readonly every: (ms: number, task: () => void) => void;
}

/**
 * The icon beside the clock: the state of the sources, and the way back to the window. Returns the function that
 * updates it.
 */
export function setUpTray({ sources, openWindow, quit, every }: TrayPorts): () => void {
  const icons = new Map<TrayMark, NativeImage>();
  let shown = "";
  const tray = new Tray(iconOf("idle", icons));
  tray.on("click", openWindow);

  function refresh(): void {
    const { mark, sentence, lines } = trayStateOf(sources(), Date.now());
    const now = [currentDesktopLanguage(), mark, sentence, ...lines].join("\n");
    if (shown === now) return;
    shown = now;
    tray.setImage(iconOf(mark, icons));
    tray.setToolTip(`Fieldstation\n${sentence}`);
    // On Linux a menu does not change after it was set: a new one has to be set for new texts.
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { id: "tray-state", label: sentence, enabled: false },
        ...lines.map((label) => ({ label, enabled: false })),
        { type: "separator" },
        { id: "tray-open", label: desktopText().app.tray.open, click: openWindow },
        { id: "tray-quit", label: desktopText().app.tray.quit, click: quit },
      ]),
    );
  }

  refresh();
  every(REFRESH_EVERY_MS, refresh);
  return refresh;
}

function iconOf(mark: TrayMark, icons: Map<TrayMark, NativeImage>): NativeImage {
  const known = icons.get(mark);
  if (known !== undefined) return known;
  const scaleFactor = 2;
  const size = ICON_PX * scaleFactor;
  const icon = nativeImage.createFromBitmap(drawTrayIcon(mark, size), { width: size, height: size, scaleFactor });
  icons.set(mark, icon);
  return icon;
}
