import { stationStart } from "../../../../text/station-start/de.ts";
import type { Translation } from "../en/index.ts";
import { app, common, compass, nav, region, station } from "./shell.ts";
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
import { help } from "./help.ts";
import { age, live, map } from "./live.ts";
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

export const de: Translation = {
  app,
  common,
  compass,
  nav,
  region,
  station,
  account,
  administration,
  aircraft,
  alertRules,
  alerts,
  backups,
  card,
  height,
  operationalState,
  operatorSource,
  technology,
  linkReason,
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
  age,
  live,
  map,
  log,
  mapSets,
  mapTools,
  operation,
  outputs,
  ownAircraft,
  panels,
  receivers,
  removals,
  retention,
  search,
  secondFactor,
  commands,
  shortcuts,
  settings,
  setup,
  sources,
  addSource,
  sync,
  terrain,
  timeline,
  traffic,
  zones,
};
