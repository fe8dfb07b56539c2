import { UNDATED_LOG } from "./screen-files.ts";
import { DEVICE, type Screen } from "./screens.ts";

const LOG_ROW = "[data-testid=log-table] tbody tr";
export const DEVICE_PAGE = { address: `#/devices/${DEVICE}`, shown: "[data-testid=device-issues] li" } as const;

function newSource(kind: string): Screen {
  return {
    name: `sources-add-${kind.replaceAll("_", "-")}`,
    address: `#/sources?add=${kind}`,
    shown: "[role=dialog] [data-testid=save-source]",
  };
}

function newOutput(kind: string): Screen {
  return {
    name: `outputs-add-${kind}`,
    address: `#/outputs?add=${kind}`,
    shown: "[role=dialog] [data-testid=save-output]",
  };
}

function newRule(kind: string): Screen {
  return {
    name: `alert-rule-${kind.replaceAll("_", "-")}`,
    address: "#/alerts/rules",
    shown: "[data-testid=rule-name]",
    steps: [{ select: "[data-testid=rule-kind]", option: kind }],
    result: "[data-testid=save-rule]",
  };
}

/** Dialogs and menus over the pages of the log, of flights, devices, connections, alerts and synchronisation. */
export const RECORD_SCREENS: readonly Screen[] = [
  {
    name: "log-note",
    address: "#/log?period=hour",
    shown: LOG_ROW,
    steps: [LOG_ROW, "[data-testid=add-note]", { fill: "[data-testid=note-text]", text: "Seen over the bridge." }],
    result: "[data-testid=save-note]",
  },
  {
    name: "log-export",
    address: "#/log?period=hour",
    shown: LOG_ROW,
    steps: ["[data-testid=export]"],
    result: "[role=menu]",
  },
  {
    name: "log-custom",
    address: "#/log?period=hour",
    shown: LOG_ROW,
    steps: [".period-field label >> nth=-1"],
    result: ".period-field .range",
  },
  {
    name: "evidence-refused",
    address: "#/evidence",
    shown: "[data-testid=evidence-form]",
    steps: [{ upload: "[data-testid=verify-file]", name: "pack.zip", text: "no archive" }],
    result: ".verify :is(.failure, .verdict)",
  },
  {
    name: "flights-export",
    address: "#/flights",
    shown: "[data-testid=flights] li",
    steps: ["[data-testid=export]"],
    result: "[role=menu]",
  },
  {
    name: "flight-import-log",
    address: "#/flights",
    shown: "[data-testid=flights] li",
    steps: [
      "[data-testid=import-logs]",
      { upload: "[data-testid=import-files]", name: "evening.csv", text: UNDATED_LOG },
    ],
    result: "[role=dialog] .options",
  },
  {
    name: "flight-cancel",
    address: "#/flights",
    shown: "[data-testid=flights] li",
    steps: ["[data-testid=flights] a:has-text('EVENING')", "[data-testid=cancel-flight]"],
    result: "[data-testid=confirm]",
  },
  {
    name: "flight-plan-discard",
    address: "#/flights/plan",
    shown: "[data-testid=plan-add-point]",
    steps: ["[data-testid=plan-discard]"],
    result: "[data-testid=confirm]",
  },
  {
    name: "aircraft-edit",
    address: "#/aircraft",
    shown: "[data-testid=aircraft-item]",
    steps: ["[data-testid=aircraft-item] .actions .button:not(.is-icon) >> nth=-1"],
    result: "[role=dialog] [data-testid=save-aircraft]",
  },
  { ...DEVICE_PAGE, name: "device-edit", steps: ["[data-testid=edit-device]"], result: "[data-testid=device-name]" },
  { ...DEVICE_PAGE, name: "device-share", steps: ["[data-testid=share-device]"], result: "[data-testid=share-user]" },
  {
    name: "set-up-help",
    address: "#/devices/set-up",
    shown: "[data-testid=setup-port-help]",
    steps: ["[data-testid=setup-port-help] summary"],
    result: "[data-testid=setup-port-help] li",
  },
  ...["file", "udp", "push", "cloud", "position", "adsb", "mavlink_vehicle", "mqtt", "netrid"].map(newSource),
  ...["mavlink", "mqtt", "tak", "webhook"].map(newOutput),
  ...["area_entered", "near", "height_above", "operator_far", "sensor_silent", "traffic_near"].map(newRule),
  {
    name: "alert-rule-test",
    address: "#/alerts",
    shown: "[data-testid=rule]",
    steps: ["[data-testid=rule]:has-text('Near the bridge') [data-testid=test-rule]", "[data-testid=run-test]"],
    result: "[data-testid=test-result]",
  },
  {
    name: "sync-take-along",
    address: "#/sync",
    shown: "[data-testid=outbox] li",
    steps: ["[data-testid=peer-take-along]"],
    result: "[data-testid=take-along-start]",
  },
  {
    name: "sync-discard",
    address: "#/sync",
    shown: "[data-testid=step-discard]",
    steps: ["[data-testid=step-discard]"],
    result: "[data-testid=confirm]",
  },
];
