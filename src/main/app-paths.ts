import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandLine } from "./command-line.ts";

/** The files and folders of a run. All paths are absolute. */
export interface AppPaths {
  /** Chromium's profile and the size of the window. */
  readonly profileDir: string;
  /** The recording. A demonstration never mixes with a real one. */
  readonly dataDir: string;
  readonly logDir: string;
  readonly stationEntry: string;
  readonly preload: string;
  readonly rendererDir: string;
  /** The SpatiaLite of the package, or the one that the person names; absent where the system's own is used. */
  readonly spatialite?: string;
  readonly projDir?: string;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  /** The folder in which programs of this person store data. */
  readonly appData: string;
  /** Where the package has put its extra resources. */
  readonly resources: string;
  /** The folder of the built app that holds main/, preload/ and renderer/. */
  readonly outDir: string;
  /** A SpatiaLite that the person or `npm start` names; `undefined` or empty where nobody did. */
  readonly namedSpatialite?: string | undefined;
}

const libraryNames: Partial<Record<NodeJS.Platform, string>> = {
  linux: "mod_spatialite.so",
  darwin: "mod_spatialite.dylib",
  win32: "mod_spatialite.dll",
};

/**
 * All paths of a run. The recording is in the same folder as for `station serve` (`defaultDataDir` and `demoDataDir` of
 * `server/app/station/config.ts`). A data folder that the person names contains the profile as well, so that no two
 * folders share one.
 */
export function getAppPaths(machine: Machine, commandLine: CommandLine): AppPaths {
  const defaultRoot = join(machine.appData, "Fieldstation");
  const root = commandLine.dataFolder ?? defaultRoot;
  const recording = commandLine.dataFolder ?? join(defaultRoot, "station");
  return {
    profileDir: join(root, "window"),
    dataDir: commandLine.demo ? join(recording, "demo") : recording,
    logDir: join(root, "logs"),
    stationEntry: join(machine.outDir, "main/station-process.js"),
    preload: join(machine.outDir, "preload/index.cjs"),
    rendererDir: join(machine.outDir, "renderer"),
    ...findSpatialite(machine),
  };
}

/** SpatiaLite and the data of PROJ as `gather-spatialite` lays them out beside the app; else what the person names. */
function findSpatialite(machine: Machine): Pick<AppPaths, "spatialite" | "projDir"> {
  const folder = join(machine.resources, "spatialite");
  const name = libraryNames[machine.platform];
  if (name !== undefined && existsSync(join(folder, name))) {
    const projDir = join(folder, "proj");
    return { spatialite: join(folder, name), ...(existsSync(projDir) ? { projDir } : {}) };
  }
  const { namedSpatialite } = machine;
  return namedSpatialite === undefined || namedSpatialite === "" ? {} : { spatialite: namedSpatialite };
}
