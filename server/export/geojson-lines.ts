import type { OnTrack, UaOnMap } from "../kernel/telemetry.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { continuesLine, type Corner, cornerOf, cutAtAntimeridian } from "./track-corners.ts";

const COMMA = 44;
const OPEN = 91;
const CLOSE = 93;

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
    const cut = cutAtAntimeridian(from, to);
    if (cut === undefined) return;
    writeCorner(cut[0]);
    out.byte(CLOSE);
    out.byte(COMMA);
    begin();
    writeCorner(cut[1]);
  }

  return {
    add(point: OnTrack<UaOnMap>): void {
      if (last !== undefined && continuesLine(last, point)) cross(last, point);
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
