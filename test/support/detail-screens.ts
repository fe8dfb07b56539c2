import { ACCOUNT_SCREENS, TOKENS } from "./account-screens.ts";
import { CONNECTED_SCREENS } from "./connected-screens.ts";
import { LIVE, MAP_SCREENS } from "./map-screens.ts";
import { MOVED_SCREENS } from "./moved-screens.ts";
import { DEVICE_PAGE, RECORD_SCREENS } from "./record-screens.ts";
import { KML } from "./screen-files.ts";
import type { Screen } from "./screens.ts";
import { RIVER } from "./zones.ts";

const SETTINGS = { address: "#/settings", shown: "[data-testid=retention-save]" } as const;

const SHELL: readonly Screen[] = [
  { ...SETTINGS, name: "help-menu", steps: ["[data-testid=help-menu]"], result: "[data-testid=menu-help]" },
  { ...LIVE, name: "help-guide", steps: [{ press: "F1" }], result: "[data-testid=guide]" },
  { ...SETTINGS, name: "help-guide-settings", steps: [{ press: "F1" }], result: "[data-testid=guide]" },
  { ...SETTINGS, name: "shortcuts", steps: [{ press: "?" }], result: "[data-testid=shortcuts]" },
  {
    ...SETTINGS,
    name: "search-results",
    steps: [{ press: "Control+k" }, { fill: "[data-testid=search-text]", text: "re" }],
    result: "[data-testid=found] [role=option]:nth-child(3)",
  },
  {
    ...SETTINGS,
    name: "search-nothing",
    steps: [{ press: "Control+k" }, { fill: "[data-testid=search-text]", text: "qqqq" }],
    result: "[role=dialog] [role=status]",
  },
  { ...SETTINGS, name: "account-menu-local", steps: ["[data-testid=account-menu]"], result: "[role=menu]" },
  { ...TOKENS, name: "account-menu", steps: ["[data-testid=account-menu]"], result: "[role=menu]" },
];

const SETTINGS_PARTS: readonly Screen[] = [
  {
    ...SETTINGS,
    name: "settings-found",
    steps: [{ fill: "[data-testid=settings-search]", text: "backup" }],
    result: "[data-testid=backup-now]",
  },
  {
    ...SETTINGS,
    name: "settings-passphrase",
    steps: [
      "label:has(input[value=passphrase])",
      { fill: "[data-testid=backups-passphrase]", text: "short" },
      "[data-testid=backups-save]",
    ],
    result: "[data-testid=backups-passphrase]",
  },
  {
    ...SETTINGS,
    name: "settings-zones-import",
    steps: ["[data-testid=import-zones]", { upload: "[data-testid=zones-file]", name: "river.txt", text: RIVER }],
    result: "[data-testid=zones-found]",
  },
  {
    ...SETTINGS,
    name: "settings-licences",
    steps: ["[data-testid=third-party]"],
    result: "[data-testid=third-party-list] li",
  },
];

/** At the end, as they change what the station has. */
const CHANGES: readonly Screen[] = [
  {
    ...LIVE,
    name: "live-maps-overlay",
    steps: ["[data-testid=map-sets-open]", { upload: "[data-testid=map-set-file]", name: "club.kml", text: KML }],
    result: "[data-testid^=map-set-]:has-text('Club')",
  },
  {
    name: "aircraft-removed",
    address: "#/aircraft",
    shown: "[data-testid=aircraft-item]",
    steps: ["[data-testid=aircraft-item]:has-text('Survey wing') .is-icon"],
    result: "[data-testid=toast-action]",
  },
  {
    ...DEVICE_PAGE,
    name: "device-unpaired",
    steps: ["[data-testid=unpair-device]"],
    result: "[data-testid=toast-action]",
  },
];

/** Dialogs, menus and panels, for `npm run screenshots` only: they are too many to be checked by every test run. */
export const DETAILS: readonly Screen[] = [
  ...SHELL,
  ...MAP_SCREENS,
  ...MOVED_SCREENS,
  ...RECORD_SCREENS,
  ...SETTINGS_PARTS,
  ...ACCOUNT_SCREENS,
  ...CONNECTED_SCREENS,
  ...CHANGES,
];
