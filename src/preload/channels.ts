/** Names of what crosses between preload and main: requests are invoked and have a result, events only arrive. */
export const channels = {
  stationRestart: "station:restart",
  stationGetState: "station:get-state",
  stationState: "station:state",
  accountGetState: "account:get-state",
  accountState: "account:state",
  accountSignIn: "account:sign-in",
  accountSignOut: "account:sign-out",
  accountAccessToken: "account:access-token",
  menuCommand: "menu:command",
  themeSet: "theme:set",
  languageSet: "language:set",
  openRecording: "dialog:open-recording",
  openExternal: "shell:open-external",
} as const;
