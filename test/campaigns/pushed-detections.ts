import { CENTRE } from "../bench/flights.fixture.ts";

const AIRCRAFT = 200;

/** JSON lines of a receiver: each round the next aircraft of two hundred, each a little farther on its way. */
export function detectionsOf(seed: number, round: number, count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const at = (round * count + index) % AIRCRAFT;
    const step = Math.floor((round * count + index) / AIRCRAFT);
    return JSON.stringify({
      sn: "ROOF",
      tech: "WB",
      odid: {
        BasicID: [{ UASID: serialOf(seed, at), IDType: 1, UAType: 2 }],
        Location: {
          Latitude: CENTRE.latitude + (at % 20) / 100 + (step % 1000) / 1e6,
          Longitude: CENTRE.longitude + Math.floor(at / 20) / 100 + (step % 777) / 1e6,
        },
      },
    });
  });
  return lines.join("\n");
}

/** The serial numbers of all that `detectionsOf` sends. */
export const serialsOf = (seed: number): readonly string[] =>
  Array.from({ length: AIRCRAFT }, (_, at) => serialOf(seed, at));

const serialOf = (seed: number, at: number) => `1596F${String((seed % 1000) * 1000 + at).padStart(15, "0")}`;
