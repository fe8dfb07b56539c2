import { dialog, type MessageBoxOptions } from "electron";
import { openExternally } from "../security/open-externally.ts";
import type { SettingsStore } from "../settings/desktop-settings.ts";
import { fillIn } from "../../text/sentence.ts";
import { desktopText } from "../text/desktop-text.ts";
import type { UpdateCheck } from "./update-check.ts";

/** The menu entry: asks the person first, unless the daily check is on; shows the result; opens at most a page. */
export async function askForUpdates(updates: UpdateCheck, settings: SettingsStore, version: string): Promise<void> {
  const text = desktopText().app.updates;
  if (updates.host === undefined) {
    await dialog.showMessageBox({ type: "info", message: text.unavailable, buttons: [text.close] });
    return;
  }
  if (!settings.current.checkUpdates && !(await isAllowed(updates.host, settings))) return;
  const state = await updates.check();
  if (state.kind === "newer") {
    const buttons = [text.openPage, text.later];
    const message = fillIn(text.newer, { version: state.version });
    const detail = fillIn(text.newerDetail, { current: version });
    const { response } = await show({ message, detail, buttons, defaultId: 0, cancelId: 1 });
    if (response === 0) await openExternally(state.pageUrl);
  } else if (state.kind === "failed") {
    await show({ message: text.failedTitle, detail: text.failed[state.reason], buttons: [text.close] });
  } else if (state.kind === "newest") {
    await show({ message: text.newest, detail: `Fieldstation ${version}`, buttons: [text.close] });
  }
}

async function isAllowed(host: string, settings: SettingsStore): Promise<boolean> {
  const text = desktopText().app.updates;
  const buttons = [text.once, text.daily, text.cancel];
  const detail = fillIn(text.askDetail, { host });
  const { response } = await show({ message: text.ask, detail, buttons, defaultId: 0, cancelId: 2 });
  if (response === 1) settings.change({ checkUpdates: true });
  return response === 0 || response === 1;
}

function show(options: MessageBoxOptions): ReturnType<typeof dialog.showMessageBox> {
  return dialog.showMessageBox({ type: "info", ...options });
}
