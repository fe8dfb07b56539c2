import { TRACK_GAP_MS } from "../../contracts/telemetry.ts";
import { crossingOf } from "../../kernel/antimeridian.ts";
import type { Vertex } from "./geometry.ts";

const HALF_TURN = 180;

/**
 * Collects the lines of one track from its positions by time, as the GeoJSON of operations draws them: a gap of more than
 * a minute and the antimeridian begin a new line. A position without another beside it is no line.
 */
export function createLineCollector() {
  const lines: Vertex[][] = [];
  let line: Vertex[] = [];

  function begin(): void {
    if (line.length > 1) lines.push(line);
    line = [];
  }

  return {
    add(vertex: Vertex): void {
      const last = line.at(-1);
      if (last !== undefined && vertex.timeS - last.timeS > TRACK_GAP_MS / 1000) begin();
      else if (last !== undefined) {
        const crossing = crossingOf(last.longitude, vertex.longitude, HALF_TURN);
        if (crossing !== undefined) {
          const meeting = between(last, vertex, crossing.fraction);
          line.push({ ...meeting, longitude: crossing.from });
          begin();
          line.push({ ...meeting, longitude: crossing.to });
        }
      }
      line.push(vertex);
    },
    /** Every line has at least two vertices; none where no two positions are close in time. */
    finish(): readonly (readonly Vertex[])[] {
      begin();
      return lines;
    },
  };
}

function between(a: Vertex, b: Vertex, fraction: number): Vertex {
  const along = (from: number, to: number) => from + fraction * (to - from);
  const heightM = a.heightM === null || b.heightM === null ? null : along(a.heightM, b.heightM);
  return {
    longitude: a.longitude,
    latitude: along(a.latitude, b.latitude),
    heightM,
    timeS: along(a.timeS, b.timeS),
  };
}
