import { crossingOf } from "../kernel/antimeridian.ts";
import { MINUTE_MS } from "../kernel/clock.ts";
import type { OnTrack, UaOnMap } from "../kernel/telemetry.ts";
import type { ByteWriter } from "./byte-writer.ts";

const COMMA = 44;
const OPEN = 91;
const CLOSE = 93;
const HALF_TURN_E7 = 1_800_000_000;

/** Where nothing was received for longer, nobody knows the way between two positions: no line is drawn. */
const LINE_GAP_MS = MINUTE_MS;

type Corner = { readonly longitudeE7: number; readonly latitudeE7: number; readonly heightMm: number | null };

/**
 * Writes the lines of a `MultiLineString` through points that come track after track, each by time. A track, a gap of
 * more than a minute and the antimeridian begin a new line. A line needs two positions, so a single one is repeated. A
 * position has a third number only where the height above the ellipsoid is known.
 */
export function createTrackLineWriter(out: ByteWriter) {
  let last: OnTrack<UaOnMap> | undefined;
  let corners = 0;

  function writeCorner({ longitudeE7, latitudeE7, heightMm }: Corner): void {
    if (corners > 0) out.byte(COMMA);
    out.byte(OPEN);
    out.scaled(longitudeE7, 7);
    out.byte(COMMA);
    out.scaled(latitudeE7, 7);
    if (heightMm !== null) {
      out.byte(COMMA);
      out.scaled(heightMm, 3);
    }
    out.byte(CLOSE);
    corners++;
  }

  function begin(): void {
    out.byte(OPEN);
    corners = 0;
  }

  function end(): void {
    if (last !== undefined && corners === 1) writeCorner(cornerOf(last));
    out.byte(CLOSE);
  }

  function cross(from: OnTrack<UaOnMap>, to: OnTrack<UaOnMap>): void {
    const crossing = crossingOf(from.longitudeE7, to.longitudeE7, HALF_TURN_E7);
    if (crossing === undefined) return;
    const corner = between(cornerOf(from), cornerOf(to), crossing.fraction);
    writeCorner({ ...corner, longitudeE7: crossing.from });
    out.byte(CLOSE);
    out.byte(COMMA);
    begin();
    writeCorner({ ...corner, longitudeE7: crossing.to });
  }

  return {
    add(point: OnTrack<UaOnMap>): void {
      const isContinued = last?.track === point.track && point.timeMs - last.timeMs <= LINE_GAP_MS;
      if (last !== undefined && isContinued) cross(last, point);
      else {
        if (last !== undefined) {
          end();
          out.byte(COMMA);
        }
        begin();
      }
      writeCorner(cornerOf(point));
      last = point;
    },
    finish: end,
  };
}

function cornerOf({ longitudeE7, latitudeE7, altitudeWgs84Mm }: UaOnMap): Corner {
  return { longitudeE7, latitudeE7, heightMm: altitudeWgs84Mm };
}

/** The longitude is the first one's. */
function between(a: Corner, b: Corner, fraction: number): Corner {
  const along = (from: number, to: number) => Math.round(from + fraction * (to - from));
  const heightMm = a.heightMm === null || b.heightMm === null ? null : along(a.heightMm, b.heightMm);
  return { longitudeE7: a.longitudeE7, latitudeE7: along(a.latitudeE7, b.latitudeE7), heightMm };
}
