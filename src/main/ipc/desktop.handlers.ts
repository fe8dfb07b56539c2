import { z } from "zod";
import { channels } from "../../preload/channels.ts";
import type { AlertNotice, SaveResult } from "../../preload/contract.ts";
import type { OpenRequests } from "../open-requests/open-requests.ts";
import type { TrustedPages } from "../security/content.rules.ts";
import { settingsChange } from "../settings/desktop-settings.rules.ts";
import type { SettingsStore } from "../settings/desktop-settings.ts";
import type { UpdateCheck } from "../updates/update-check.ts";
import { registerIpcHandler } from "./ipc.ts";

export interface DesktopPorts {
  readonly trust: () => TrustedPages;
  readonly openRequests: OpenRequests;
  readonly settings: SettingsStore;
  readonly updates: UpdateCheck;
  readonly isWindowVisible: () => boolean;
  /** How many exports, uploads and imports run in the page. */
  readonly setPageWork: (count: number) => void;
  readonly notifyAlert: (notice: AlertNotice) => void;
  readonly cache: { readonly sizeBytes: () => Promise<number>; readonly clear: () => Promise<void> };
  /** Opens the folder of the log files; returns the reason if that fails. */
  readonly showLogs: () => Promise<string>;
  readonly saveDiagnostics: () => Promise<SaveResult>;
  readonly openDemonstration: () => Promise<void>;
  /** Sends an event to the page, if there is one. */
  readonly tell: (channel: string, value: unknown) => void;
}

const noArguments = z.tuple([]);
const alertNotice = z.strictObject({
  alertId: z.string().max(100),
  title: z.string().min(1).max(200),
  body: z.string().max(500),
  isCritical: z.boolean(),
});

/** The console's requests about the app itself: opened files and links, settings, updates and saved files. */
export function registerDesktopHandlers(ports: DesktopPorts): void {
  const { trust, openRequests, settings, updates, tell } = ports;
  openRequests.onWaiting(() => tell(channels.openRequestsWaiting, true));
  settings.onChange((now) => tell(channels.settingsState, now));
  updates.onState((now) => tell(channels.updatesState, now));

  const answer = (channel: string, handle: () => unknown): void =>
    registerIpcHandler(trust, { channel, parameters: noArguments, handle });
  answer(channels.windowGetVisibility, ports.isWindowVisible);
  answer(channels.openRequestsHasWaiting, () => openRequests.isWaiting);
  answer(channels.openRequestsTake, () => openRequests.take());
  answer(channels.settingsGet, () => settings.current);
  answer(channels.updatesGetState, () => updates.state);
  answer(channels.updatesCheck, async () => void (await updates.check()));
  answer(channels.cacheSize, ports.cache.sizeBytes);
  answer(channels.cacheClear, ports.cache.clear);
  answer(channels.showLogs, ports.showLogs);
  answer(channels.saveDiagnostics, ports.saveDiagnostics);
  answer(channels.openDemonstration, ports.openDemonstration);
  registerIpcHandler(trust, {
    channel: channels.openRequestsRead,
    parameters: z.tuple([z.uuid(), z.int().min(0)]),
    handle: openRequests.read,
  });
  registerIpcHandler(trust, {
    channel: channels.settingsChange,
    parameters: z.tuple([settingsChange]),
    handle: settings.change,
  });
  registerIpcHandler(trust, {
    channel: channels.workSet,
    parameters: z.tuple([z.int().min(0)]),
    handle: ports.setPageWork,
  });
  registerIpcHandler(trust, {
    channel: channels.alertNotify,
    parameters: z.tuple([alertNotice]),
    handle: ports.notifyAlert,
  });
}
