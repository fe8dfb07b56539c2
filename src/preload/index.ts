import { contextBridge, ipcRenderer } from "electron";
import { channels } from "./channels.ts";
import {
  type AccountState,
  bridgeName,
  type DesktopBridge,
  type DesktopPlatform,
  type DesktopSettings,
  type StationState,
  type Unsubscribe,
  type UpdateState,
} from "./contract.ts";
import { platformArgument, versionArgument, readArgument } from "./process-arguments.ts";

const bridge: DesktopBridge = {
  platform: readArgument(process.argv, platformArgument) as DesktopPlatform,
  version: readArgument(process.argv, versionArgument),
  station: {
    onState: (listener) => follow<StationState>(channels.stationGetState, channels.stationState, listener),
    restart: () => ipcRenderer.invoke(channels.stationRestart),
  },
  account: {
    state: () => ipcRenderer.invoke(channels.accountGetState),
    onState: (listener) => follow<AccountState>(channels.accountGetState, channels.accountState, listener),
    signIn: (typed) => ipcRenderer.invoke(channels.accountSignIn, typed),
    signOut: () => ipcRenderer.invoke(channels.accountSignOut),
    accessToken: (refused) => ipcRenderer.invoke(channels.accountAccessToken, refused),
  },
  menu: {
    onCommand: (listener) => listen(channels.menuCommand, listener),
  },
  window: {
    onVisibility: (listener) => follow<boolean>(channels.windowGetVisibility, channels.windowVisibility, listener),
  },
  theme: {
    set: (theme) => ipcRenderer.invoke(channels.themeSet, theme),
  },
  openRequests: {
    onWaiting: (listener) =>
      follow<boolean>(channels.openRequestsHasWaiting, channels.openRequestsWaiting, (isWaiting) => {
        if (isWaiting) listener();
      }),
    take: () => ipcRenderer.invoke(channels.openRequestsTake),
    read: (fileId, fromByte) => ipcRenderer.invoke(channels.openRequestsRead, fileId, fromByte),
  },
  settings: {
    onState: (listener) => follow<DesktopSettings>(channels.settingsGet, channels.settingsState, listener),
    change: (part) => ipcRenderer.invoke(channels.settingsChange, part),
  },
  updates: {
    onState: (listener) => follow<UpdateState>(channels.updatesGetState, channels.updatesState, listener),
    check: () => ipcRenderer.invoke(channels.updatesCheck),
  },
  work: {
    set: (count) => ipcRenderer.invoke(channels.workSet, count),
  },
  alerts: {
    notify: (notice) => ipcRenderer.invoke(channels.alertNotify, notice),
    onChosen: (listener) => listen(channels.alertChosen, listener),
  },
  cache: {
    sizeBytes: () => ipcRenderer.invoke(channels.cacheSize),
    clear: () => ipcRenderer.invoke(channels.cacheClear),
  },
  showLogs: () => ipcRenderer.invoke(channels.showLogs),
  saveDiagnostics: () => ipcRenderer.invoke(channels.saveDiagnostics),
  openDemonstration: () => ipcRenderer.invoke(channels.openDemonstration),
  language: {
    set: (language) => ipcRenderer.invoke(channels.languageSet, language),
  },
  openRecording: () => ipcRenderer.invoke(channels.openRecording),
  openBackup: () => ipcRenderer.invoke(channels.openBackup),
  openExternal: (url) => ipcRenderer.invoke(channels.openExternal, url),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);

/** Requests the present state once; a change that arrives before the reply is newer, so the reply is dropped. */
function follow<State>(question: string, changes: string, listener: (state: State) => void): Unsubscribe {
  let settled = false;
  const stop = listen<State>(changes, (state) => {
    settled = true;
    listener(state);
  });
  void ipcRenderer.invoke(question).then((state: State) => {
    if (settled) return;
    settled = true;
    listener(state);
  });
  return () => {
    settled = true;
    stop();
  };
}

function listen<T>(channel: string, listener: (value: T) => void): Unsubscribe {
  // The event object carries the sender and stays on this side of the bridge.
  const receive = (_event: unknown, value: T): void => listener(value);
  ipcRenderer.on(channel, receive);
  return () => void ipcRenderer.removeListener(channel, receive);
}
