import type { Position } from "../kernel/geo.ts";
import type { Log } from "../kernel/log.ts";
import { createHgtFolder } from "./hgt.folder.ts";
import { createOpenElevationClient } from "./open-elevation.client.ts";

export type GroundHeight = {
  /** Metres above sea level (EGM96). */
  readonly heightM: number;
  readonly source: "tiles" | "service";
};

/** The ground height at a position; `undefined` when unknown. */
export type FindGround = (position: Position) => Promise<GroundHeight | undefined>;

/** Tries the local tile folder first, then the network service. A failure is logged and treated as unknown. */
export function createGroundFinder(options: {
  readonly folder?: string | undefined;
  readonly url?: string | undefined;
  readonly log: Log;
}): FindGround {
  const fromTiles = options.folder === undefined ? undefined : createHgtFolder(options.folder);
  const fromService = options.url === undefined ? undefined : createOpenElevationClient(options.url);
  const lookUp = async (
    source: GroundHeight["source"],
    find: (position: Position) => Promise<number | undefined>,
    position: Position,
  ) => {
    try {
      const heightM = await find(position);
      // Heights are interpolated between tile samples: digits beyond millimetres are meaningless.
      return heightM === undefined ? undefined : { heightM: Math.round(heightM * 1000) / 1000, source };
    } catch (error) {
      options.log.warn({ err: error, source }, "the height of the ground could not be looked up");
      return undefined;
    }
  };
  return async (position) =>
    (fromTiles && (await lookUp("tiles", fromTiles, position))) ??
    (fromService && (await lookUp("service", fromService, position)));
}
