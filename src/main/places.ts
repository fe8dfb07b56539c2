import type { App } from "electron";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandLine } from "./command-line.ts";

/** Where everything lies on this machine. All paths are absolute. */
export interface Places {
  /** Chromium's profile and the size of the window. */
  readonly profileDir: string;
  /** The recording. A demonstration never mixes with a real one. */
  readonly dataDir: string;
  readonly logDir: string;
  readonly stationEntry: string;
  readonly preload: string;
  readonly rendererDir: string;
  /** The SpatiaLite that travels with the package; absent where the system's own is used. */
  readonly spatialite?: string;
  readonly projDir?: string;
}

const libraryNames: Partial<Record<NodeJS.Platform, string>> = {
  linux: "mod_spatialite.so",
  darwin: "mod_spatialite.dylib",
  win32: "mod_spatialite.dll",
};

/** `outDir` is the folder of the built app that holds main/, preload/ and renderer/. */
export function findPlaces(app: App, wishes: CommandLine, outDir: string): Places {
  const root = wishes.dataFolder ?? join(app.getPath("appData"), "Fieldstation");
  return {
    profileDir: join(root, "window"),
    dataDir: join(root, wishes.demo ? "demo" : "station"),
    logDir: join(root, "logs"),
    stationEntry: join(outDir, "main/station-process.js"),
    preload: join(outDir, "preload/index.cjs"),
    rendererDir: join(outDir, "renderer"),
    ...findSpatialite(join(process.resourcesPath, "spatialite")),
  };
}

/** SpatiaLite and the data of PROJ as `gather-spatialite` lays them out beside the app. */
function findSpatialite(folder: string): Pick<Places, "spatialite" | "projDir"> {
  const name = libraryNames[process.platform];
  if (name === undefined || !existsSync(join(folder, name))) return {};
  const projDir = join(folder, "proj");
  return { spatialite: join(folder, name), ...(existsSync(projDir) ? { projDir } : {}) };
}
