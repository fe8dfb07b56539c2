import type { elevationRoutes } from "../contracts/elevation.ts";
import { loadGeoid } from "../kernel/geoid.ts";
import type { Handlers } from "../kernel/handler.ts";
import type { FindGround } from "./index.ts";

export function createElevationHandlers(findGround: FindGround): Handlers<typeof elevationRoutes> {
  return {
    async getElevation({ query: { latitude, longitude } }) {
      const place = { latitude, longitude };
      const [ground, geoid] = await Promise.all([findGround(place), loadGeoid()]);
      return {
        status: 200,
        body: {
          ground: ground?.heightM ?? null,
          geoid: Math.round(geoid.ellipsoidFromSeaLevelM(place, 0) * 1000) / 1000,
          source: ground?.source ?? null,
        },
      };
    },
  };
}
