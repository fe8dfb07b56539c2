/**
 * The one-way rule as data for dependency-cruiser: who may import whom. Tests are free: they build what they test.
 *
 * Folders of `server/` from the top down. Imports point down only, and folders of one level do not import each other.
 */
import type { IRegularForbiddenRuleType } from "dependency-cruiser";

const levels: readonly (readonly string[])[] = [
  ["app"],
  ["http", "live", "ingest", "outputs", "setup", "sync", "identity"],
  ["auth", "export", "import", "elevation", "serial"],
  ["features"],
  ["storage"],
  ["kernel"],
  ["contracts"],
];

const tests = String.raw`\.test\.ts$`;
const inServer = (folders: readonly string[]) => `^server/(${folders.join("|")})/`;

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

const importsPointDown = levels.slice(1).map((level, index) => {
  const above = levels.slice(0, index + 1).flat();
  return rule(`${level.join(", ")}: imports point down only`, { path: inServer(level) }, { path: inServer(above) });
});

const siblingsAreApart = levels
  .filter((level) => level.length > 1)
  .flatMap((level) =>
    level.map((folder) =>
      rule(
        `${folder}: siblings do not import each other`,
        { path: inServer([folder]) },
        { path: inServer(level.filter((other) => other !== folder)) },
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
  ...importsPointDown,
  ...siblingsAreApart,
  rule(
    "features do not import each other",
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
  rule("the server does not import the desktop", { path: "^server/" }, { path: ["^src/", electron] }),
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
  rule("the console does not import Electron", { path: "^src/renderer/" }, { path: electron }),
  rule("main and preload do not import the console", { path: "^src/(main|preload)/" }, { path: "^src/renderer/" }),
  rule("only map imports Leaflet", { path: "^src/", pathNot: "^src/renderer/src/map/" }, { path: packages("leaflet") }),
  rule(
    "only api talks to a station",
    { path: "^src/", pathNot: "^src/renderer/src/api/" },
    { path: packages("socket.io-client") },
  ),
];

/**
 * The features of the console that show parts of others, and of which. Everything else that several of them use is in a
 * folder below them. No feature may come back to itself through this list.
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
    "the shared folders of the console import no feature",
    { path: `${rendererRoot}(api|desktop|map|text|tracks|ui)/` },
    { path: `${rendererRoot}(features|shell)/` },
  ),
  rule(
    "features of the console do not import the shell",
    { path: `${rendererRoot}features/` },
    { path: `${rendererRoot}shell/` },
    "A page of several features is in shell.",
  ),
  rule(
    "features of the console do not import each other, except for those listed",
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
