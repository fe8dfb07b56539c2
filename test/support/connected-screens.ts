import { LIVE } from "./map-screens.ts";
import { FLIGHT, type Screen, type Step } from "./screens.ts";

const PORT = ".port";
const SETTINGS_STEP = "[data-testid=setup-step-settings]";
const BENCH = { address: "#/devices/set-up", shown: PORT, station: "bench" } as const;
const CHANNEL: Step = { fill: "[data-testid=setup-value-WIFI_CHANNEL]", text: "11" };
const PLANNED: readonly Step[] = [PORT, SETTINGS_STEP, CHANNEL, "[data-testid=setup-plan]"];

/** The set-up of a device; the last ones change it. */
const SET_UP: readonly Screen[] = [
  { ...BENCH, name: "set-up-device", steps: [PORT], result: "[data-testid=setup-device]" },
  { ...BENCH, name: "set-up-settings", steps: [PORT, SETTINGS_STEP], result: "[data-testid=setup-plan]" },
  {
    ...BENCH,
    name: "set-up-problem",
    steps: [PORT, SETTINGS_STEP, { fill: "[data-testid=setup-value-CAN_NODE]", text: "300" }],
    result: "[data-testid=setup-plan]:disabled",
  },
  { ...BENCH, name: "set-up-changes", steps: PLANNED, result: "[data-testid=setup-apply]" },
  {
    ...BENCH,
    name: "set-up-result",
    steps: [...PLANNED, "[data-testid=setup-apply]"],
    result: "[data-testid=setup-result][data-state=done]",
  },
  {
    ...BENCH,
    name: "set-up-ready",
    steps: [PORT, "[data-testid=setup-step-ready]"],
    result: "[data-testid=setup-check]",
  },
];

/** Screens that need another station, a receiver, a device, the desktop or the identity provider. */
export const CONNECTED_SCREENS: readonly Screen[] = [
  { name: "sync-conflict", address: "#/sync", shown: "[data-testid=conflict]", station: "connected" },
  {
    name: "sync-conflict-problems",
    address: "#/sync",
    shown: "[data-testid=conflict]",
    steps: ["[data-testid=decide]"],
    result: "[data-testid=conflict] .failure",
    station: "connected",
  },
  {
    ...LIVE,
    name: "live-traffic",
    shown: "[data-testid=traffic-list]",
    steps: ["[data-testid=traffic-list] button", "[data-testid=traffic-list] .row"],
    result: "[data-testid=traffic-card]",
    station: "connected",
  },
  ...SET_UP,
  {
    name: "settings-update",
    address: "#/settings",
    shown: "[data-testid=update-state]",
    steps: ["[data-testid=check-updates]"],
    result: "[data-testid=check-updates]:enabled",
    isDesktop: true,
  },
  {
    name: "flight-report-printed",
    address: `#/flights/${FLIGHT}/report`,
    shown: "[data-testid=flight-report][data-complete=yes]",
    isPrinted: true,
  },
  {
    name: "second-factor-sign-in",
    address: "",
    shown: "[data-testid=sign-in]",
    steps: [
      "[data-testid=sign-in]",
      { fill: "[name=email]", text: "cleo@station.example" },
      { fill: "[name=password]", text: "correct horse battery" },
      "button.primary",
    ],
    result: "[autocomplete=one-time-code]",
    who: "signed out",
    isSignInPage: true,
  },
  // The last one: the alert is above every page of that station from then on.
  {
    name: "live-alert-banner",
    address: "#/alerts/rules",
    shown: "[data-testid=rule-name]",
    steps: [
      { fill: "[data-testid=rule-name]", text: "Higher than 20 m" },
      { select: "[data-testid=rule-kind]", option: "height_above" },
      { fill: "[data-testid=rule-height]", text: "20" },
      "label:has-text('Critical')",
      "[data-testid=save-rule]",
      "main h1:has-text('Alerts')",
      "[data-testid=nav-live]",
    ],
    result: "[data-testid=alert-banner]",
    station: "connected",
  },
];
