import { stationStart } from "../../../../text/station-start/en.ts";
import { account } from "./account.ts";
import { administration } from "./administration.ts";
import { aircraft } from "./aircraft.ts";
import { alertRules, alerts } from "./alerts.ts";
import { backups } from "./backups.ts";
import { card, height, operationalState, operatorSource, technology, linkReason } from "./card.ts";
import { connections } from "./connections.ts";
import { desktopApp, thirdParty } from "./desktop.ts";
import { devices } from "./devices.ts";
import { drafts } from "./drafts.ts";
import { evidence, rawFrames } from "./evidence.ts";
import { exports } from "./exports.ts";
import { filters } from "./filters.ts";
import { flights } from "./flights.ts";
import { age, live, map } from "./live.ts";
import { help } from "./help.ts";
import { log } from "./log.ts";
import { mapSets } from "./map-sets.ts";
import { mapTools } from "./map-tools.ts";
import { operation } from "./operation.ts";
import { outputs } from "./outputs.ts";
import { ownAircraft } from "./own-aircraft.ts";
import { panels } from "./panels.ts";
import { receivers } from "./receivers.ts";
import { removals } from "./removals.ts";
import { retention } from "./retention.ts";
import { commands, search, shortcuts } from "./search.ts";
import { secondFactor } from "./second-factor.ts";
import { settings } from "./settings.ts";
import { setup } from "./setup.ts";
import { app, common, compass, nav, region, station } from "./shell.ts";
import { sources, addSource } from "./sources.ts";
import { stationValues } from "./station-values.ts";
import { stationWizard } from "./station-wizard.ts";
import { stationMaps } from "./station-maps.ts";
import { stationLive } from "./station-live.ts";
import { stationNetwork } from "./station-network.ts";
import { stationRequests } from "./station-requests.ts";
import { stationFiles } from "./station-files.ts";
import { stationRefusals } from "./station-refusals.ts";
import { stationSetup } from "./station-setup.ts";
import { stationSources } from "./station-sources.ts";
import { stationSync } from "./station-sync.ts";
import { sync } from "./sync.ts";
import { terrain } from "./terrain.ts";
import { timeline } from "./timeline.ts";
import { traffic } from "./traffic.ts";
import { zones } from "./zones.ts";

/** Every sentence of the console in English. The folders beside this one have the same keys in other languages. */
export const en = {
  app,
  common,
  compass,
  nav,
  region,
  station,
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
  /** Messages of the station: these are found by their English text. */
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
} as const;

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> };
export type Sentences = Widened<typeof en>;

type Partly<T> = { readonly [K in keyof T]?: T[K] extends string ? string : Partly<T[K]> };
/** The sentences of another language. A missing sentence is shown in English, and a test lists it. */
export type Translation = Partly<Sentences>;
