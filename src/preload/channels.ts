/** Names of what crosses between preload and main: wishes are invoked and answered, events only arrive. */
export const channels = {
  stationRestart: "station:restart",
  stationGetState: "station:get-state",
  stationState: "station:state",
  menuCommand: "menu:command",
  themeSet: "theme:set",
  openRecording: "dialog:open-recording",
  openExternal: "shell:open-external",
} as const;
