/**
 * The one-way rule as data for dependency-cruiser: who may import whom. Tests are free: they build what they test.
 *
 * Rooms of `server/` from the top down. Arrows point down only, and rooms of one floor never meet.
 */
import type { IRegularForbiddenRuleType } from "dependency-cruiser";

const floors: readonly (readonly string[])[] = [
  ["app"],
  ["http", "live", "ingest", "outputs", "setup", "sync", "identity"],
  ["auth", "export", "import", "elevation", "serial"],
  ["features"],
  ["storage"],
  ["kernel"],
  ["contracts"],
];

const tests = String.raw`\.test\.ts$`;
const inServer = (rooms: readonly string[]) => `^server/(${rooms.join("|")})/`;

/** A package by its name, whether it resolves into node_modules, to its types only, or not at all. */
const packages = (...names: readonly string[]) => `(^|node_modules/)(@types/)?(${names.join("|")})(/|$)`;

const electron = packages("electron");
const express = packages("express");
const socketServer = packages(String.raw`socket\.io`);

function rule(
  name: string,
  from: IRegularForbiddenRuleType["from"],
  to: IRegularForbiddenRuleType["to"],
  comment?: string,
): IRegularForbiddenRuleType {
  const pathNot = [tests, from.pathNot ?? []].flat();
  return { name, severity: "error", from: { ...from, pathNot }, to, ...(comment === undefined ? {} : { comment }) };
}

const arrowsPointDown = floors.slice(1).map((floor, index) => {
  const above = floors.slice(0, index + 1).flat();
  return rule(`${floor.join(", ")}: arrows point down only`, { path: inServer(floor) }, { path: inServer(above) });
});

const siblingsNeverMeet = floors
  .filter((floor) => floor.length > 1)
  .flatMap((floor) =>
    floor.map((room) =>
      rule(
        `${room}: siblings never meet`,
        { path: inServer([room]) },
        { path: inServer(floor.filter((other) => other !== room)) },
      ),
    ),
  );

const serverRules = [
  rule(
    "contracts import zod only",
    { path: "^server/contracts/" },
    { pathNot: ["^server/contracts/", packages("zod")] },
    "Everybody stands on the contracts: the server, the console, a partner's client.",
  ),
  ...arrowsPointDown,
  ...siblingsNeverMeet,
  rule(
    "features never meet",
    { path: "^server/features/([^/]+)/" },
    { path: "^server/features/", pathNot: "^server/features/$1/" },
    "What a feature needs of another it declares as a function; app/compose hands it in.",
  ),
  rule(
    "only app opens a feature",
    { path: "^server/", pathNot: "^server/(app|features|sync)/" },
    { path: "^server/features/" },
  ),
  rule(
    "sync opens its own feature only",
    { path: "^server/sync/" },
    { path: "^server/features/", pathNot: "^server/features/sync/" },
    "The engine works on the outbox of its feature; everything else is handed in.",
  ),
  rule(
    "a feature has one door",
    { pathNot: "^server/features/" },
    { path: "^server/features/[^/]+/", pathNot: "^server/features/[^/]+/index\\.ts$" },
  ),
  rule(
    "features see no web and no window",
    { path: "^server/(features|storage|kernel)/" },
    { path: [express, socketServer, electron] },
  ),
  rule("only http imports Express", { path: ".", pathNot: "^server/http/" }, { path: express }),
  rule("only live imports Socket.IO", { path: ".", pathNot: "^server/live/" }, { path: socketServer }),
  rule("only storage imports SQLite", { path: ".", pathNot: "^server/storage/" }, { path: packages("better-sqlite3") }),
];

const desktopRules = [
  rule("the server knows no desktop", { path: "^server/" }, { path: ["^src/", electron] }),
  rule(
    "the console sees contracts, the bridge and shared sentences only",
    { path: "^src/renderer/" },
    {
      path: "^(server|src|test|scripts)/",
      pathNot: ["^src/renderer/", "^src/text/", "^server/contracts/", "^src/preload/contract\\.ts$"],
    },
  ),
  rule(
    "shared sentences import nothing",
    { path: "^src/text/" },
    { path: ".", pathNot: "^src/text/" },
    "Console and desktop both say them: neither may bring the other along.",
  ),
  rule("the console runs in a page", { path: "^src/renderer/" }, { dependencyTypes: ["core"] }),
  rule("the console knows no Electron", { path: "^src/renderer/" }, { path: electron }),
  rule("main and preload know no console", { path: "^src/(main|preload)/" }, { path: "^src/renderer/" }),
  rule("Leaflet lives in map", { path: "^src/", pathNot: "^src/renderer/src/map/" }, { path: packages("leaflet") }),
  rule(
    "only api talks to a station",
    { path: "^src/", pathNot: "^src/renderer/src/api/" },
    { path: packages("socket.io-client") },
  ),
];

/**
 * The features of the console that show parts of others, and of which. Everything else that several of them use is in a
 * room below them. No feature may come back to itself through this list.
 */
export const openedFeatures: Readonly<Record<string, readonly string[]>> = {
  aircraft: ["collection"],
  devices: ["collection", "flights", "setup", "sync"],
  evidence: ["exports"],
  flights: ["exports", "sync", "zones"],
  live: ["alerts", "sources", "zones"],
  operation: ["alerts", "exports", "zones"],
  search: ["settings", "shortcuts"],
  settings: ["map-sets", "zones"],
  sync: ["aircraft"],
  zones: ["alerts"],
};

const rendererRoot = "^src/renderer/src/";
const inFeatures = (features: readonly string[]) => `${rendererRoot}features/(${features.join("|")})/`;

const consoleRules = [
  rule(
    "rooms of the console know no feature",
    { path: `${rendererRoot}(api|desktop|map|text|tracks|ui)/` },
    { path: `${rendererRoot}(features|shell)/` },
  ),
  rule(
    "features of the console know no shell",
    { path: `${rendererRoot}features/` },
    { path: `${rendererRoot}shell/` },
    "A page of several features is in shell.",
  ),
  rule(
    "features of the console never meet, but for those listed",
    { path: `${rendererRoot}features/([^/]+)/`, pathNot: inFeatures(Object.keys(openedFeatures)) },
    { path: `${rendererRoot}features/`, pathNot: `${rendererRoot}features/$1/` },
  ),
  ...Object.entries(openedFeatures).map(([feature, opened]) =>
    rule(
      `${feature} of the console opens ${opened.join(", ")} only`,
      { path: inFeatures([feature]) },
      { path: `${rendererRoot}features/`, pathNot: inFeatures([feature, ...opened]) },
    ),
  ),
];

/** Every rule. What they match are paths from the top of a tree laid out like this repository. */
export const oneWayRules: IRegularForbiddenRuleType[] = [
  ...serverRules,
  ...desktopRules,
  ...consoleRules,
  rule("no import cycles", { path: "." }, { circular: true }),
];
