import { contextBridge, ipcRenderer } from "electron";
import { channels } from "./channels.ts";
import {
  bridgeName,
  type DesktopBridge,
  type DesktopPlatform,
  type StationState,
  type Unsubscribe,
} from "./contract.ts";
import { platformArgument, versionArgument, readArgument } from "./process-arguments.ts";

const bridge: DesktopBridge = {
  platform: readArgument(process.argv, platformArgument) as DesktopPlatform,
  version: readArgument(process.argv, versionArgument),
  station: {
    onState: followStation,
    restart: () => ipcRenderer.invoke(channels.stationRestart),
  },
  menu: {
    onCommand: (listener) => listen(channels.menuCommand, listener),
  },
  theme: {
    set: (theme) => ipcRenderer.invoke(channels.themeSet, theme),
  },
  openRecording: () => ipcRenderer.invoke(channels.openRecording),
  openExternal: (url) => ipcRenderer.invoke(channels.openExternal, url),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);

/** Asks once for the present state; a change that arrives before the answer is newer, so the answer is dropped. */
function followStation(listener: (state: StationState) => void): Unsubscribe {
  let settled = false;
  const stop = listen<StationState>(channels.stationState, (state) => {
    settled = true;
    listener(state);
  });
  void ipcRenderer.invoke(channels.stationGetState).then((state: StationState) => {
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
