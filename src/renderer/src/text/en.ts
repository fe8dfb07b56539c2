import { stationStart } from "../../../text/station-start/en.ts";
import { account } from "./en.account.ts";
import { administration } from "./en.administration.ts";
import { aircraft } from "./en.aircraft.ts";
import { alertRules, alerts } from "./en.alerts.ts";
import { backups } from "./en.backups.ts";
import { card, height, operationalState, operatorSource, technology, linkReason } from "./en.card.ts";
import { connections } from "./en.connections.ts";
import { desktopApp, thirdParty } from "./en.desktop.ts";
import { devices } from "./en.devices.ts";
import { drafts } from "./en.drafts.ts";
import { evidence, rawFrames } from "./en.evidence.ts";
import { exports } from "./en.exports.ts";
import { filters } from "./en.filters.ts";
import { flights } from "./en.flights.ts";
import { age, live, map } from "./en.live.ts";
import { help } from "./en.help.ts";
import { log } from "./en.log.ts";
import { mapSets } from "./en.map-sets.ts";
import { mapTools } from "./en.map-tools.ts";
import { operation } from "./en.operation.ts";
import { outputs } from "./en.outputs.ts";
import { ownAircraft } from "./en.own-aircraft.ts";
import { panels } from "./en.panels.ts";
import { receivers } from "./en.receivers.ts";
import { removals } from "./en.removals.ts";
import { retention } from "./en.retention.ts";
import { commands, search, shortcuts } from "./en.search.ts";
import { secondFactor } from "./en.second-factor.ts";
import { settings } from "./en.settings.ts";
import { setup } from "./en.setup.ts";
import { sources, addSource } from "./en.sources.ts";
import { stationValues } from "./en.station-values.ts";
import { stationWizard } from "./en.station-wizard.ts";
import { stationMaps } from "./en.station-maps.ts";
import { stationLive } from "./en.station-live.ts";
import { stationNetwork } from "./en.station-network.ts";
import { stationRequests } from "./en.station-requests.ts";
import { stationFiles } from "./en.station-files.ts";
import { stationRefusals } from "./en.station-refusals.ts";
import { stationSetup } from "./en.station-setup.ts";
import { stationSources } from "./en.station-sources.ts";
import { stationSync } from "./en.station-sync.ts";
import { sync } from "./en.sync.ts";
import { terrain } from "./en.terrain.ts";
import { timeline } from "./en.timeline.ts";
import { traffic } from "./en.traffic.ts";
import { zones } from "./en.zones.ts";

/** Every sentence of the console in English. The folders beside this file have the same keys in other languages. */
export const en = {
  app: { name: "Fieldstation" },
  common: {
    cancel: "Cancel",
    close: "Close",
    copied: "Copied",
    copyRefused: "The browser did not allow copying. Select the text and copy it by hand.",
    day: "{label}, day",
    dismiss: "Dismiss",
    loading: "Loading…",
    notKnown: "not known",
    retry: "Try again",
    time: "{label}, time in 24 hours",
    timePattern: "hh:mm",
    dayPattern: "yyyy-mm-dd",
    calendar: "{label}: calendar",
    pageFailed: "The page could not be loaded",
    unreachable: "The station does not answer.",
    badCoordinates: "Enter coordinates such as 47.0700, 15.4300, or as DMS, UTM or MGRS.",
    skipToContent: "Skip to the content",
  },
  account,
  administration,
  aircraft,
  alerts,
  alertRules,
  backups,
  connections,
  desktopApp,
  thirdParty,
  devices,
  drafts,
  evidence,
  rawFrames,
  exports,
  filters,
  flights,
  /** What the station says itself: these are found by their English words. */
  fromStation: {
    ...stationFiles,
    ...stationLive,
    ...stationMaps,
    ...stationNetwork,
    ...stationRefusals,
    ...stationRequests,
    ...stationSetup,
    ...stationSources,
    ...stationSync,
    ...stationValues,
    ...stationWizard,
    desktop: stationStart,
  },
  help,
  mapSets,
  operation,
  outputs,
  ownAircraft,
  retention,
  region: {
    place: "Around",
    placeHint: "Coordinates in any format; at first the middle of the map.",
    km: "To each side, km",
    badKm: "A number from more than 0 to 1200.",
  },
  compass: { N: "N", NE: "NE", E: "E", SE: "SE", S: "S", SW: "SW", W: "W", NW: "NW" },
  panels,
  receivers,
  removals,
  search,
  secondFactor,
  commands,
  shortcuts,
  setup,
  sync,
  terrain,
  timeline,
  traffic,
  zones,
  age,
  live,
  map,
  mapTools,
  card,
  height,
  operationalState,
  operatorSource,
  technology,
  linkReason,
  log,
  sources,
  addSource,
  settings,
  nav: {
    label: "Main",
    live: "Live",
    alerts: "Alerts",
    log: "Log",
    flights: "Flights",
    aircraft: "Aircraft",
    devices: "Devices",
    sources: "Sources",
    outputs: "Outputs",
    sync: "Sync",
    settings: "Settings",
    administration: "People",
  },
  station: {
    connecting: "Connecting",
    connected: "Connected",
    reconnecting: "Reconnecting",
    offline: "Offline",
    starting: "Starting",
    failed: "Stopped",
    restart: "Start again",
    failedText: "The station has stopped: {message}",
    restartingText: "{reason} It restarts by itself; nothing recorded is lost.",
    offlineText: "No connection to the station. You see what was received last; the console reconnects by itself.",
    sources: {
      unknown: "Sources not known",
      none: "No sources",
      off: "All sources switched off",
      waiting_for_push: "Waiting for pushes",
      not_running: "{up} of {all} sources running",
      some_running: "{up} of {all} sources running",
      running: "{up} of {all} sources running",
    },
    strip: {
      values: "{rate}/s · {share} refused · {age} ago",
      quiet: "{rate}/s · {age} ago",
      noFrame: "{rate}/s · no frame yet",
      behind: "{rate}/s · {age} behind",
      spokenBehind: "{name}: {rate} frames per second, {age} behind the station's clock",
      more: "More sources: {n}",
      spoken: "{name}: {rate} frames per second, {share} refused, last frame {age} ago",
      spokenQuiet: "{name}: no frames now, last frame {age} ago",
    },
    frozen: "Display frozen since {time} {zone}",
    demo: "Demonstration",
    demoText: "Everything you see is simulated. None of it is real traffic.",
    toNight: "Night mode",
    toRed: "Red mode",
    toDay: "Day mode",
    clock: "Time, {zone}",
  },
} as const;

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> };
export type Sentences = Widened<typeof en>;

type Partly<T> = { readonly [K in keyof T]?: T[K] extends string ? string : Partly<T[K]> };
/** The sentences of another language. What is missing is shown in English, and listed by a test. */
export type Translation = Partly<Sentences>;
