import type { elevationRoutes } from "../contracts/elevation.ts";
import { loadGeoid } from "../kernel/geoid.ts";
import type { Handlers } from "../kernel/handler.ts";
import type { FindGround } from "./index.ts";

export function createElevationHandlers(findGround: FindGround): Handlers<typeof elevationRoutes> {
  return {
    async getElevation({ query: { latitude, longitude } }) {
      const position = { latitude, longitude };
      const [ground, geoid] = await Promise.all([findGround(position), loadGeoid()]);
      return {
        status: 200,
        body: {
          ground: ground?.heightM ?? null,
          geoid: Math.round(geoid.ellipsoidFromSeaLevelM(position, 0) * 1000) / 1000,
          source: ground?.source ?? null,
        },
      };
    },
  };
}
