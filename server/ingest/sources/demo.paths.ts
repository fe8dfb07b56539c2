/** Metres east, north and up of the centre of the demonstration. */
export type Offset = { readonly east: number; readonly north: number; readonly up: number };

/** How something moves. Speeds in metres per second, times in seconds. */
export type Path =
  | { readonly kind: "orbit"; readonly centre: Offset; readonly radiusM: number; readonly speed: number }
  /** There and back along straight legs, then a rest at the first point. */
  | { readonly kind: "route"; readonly points: readonly Offset[]; readonly speed: number; readonly restS: number }
  | { readonly kind: "drift"; readonly centre: Offset; readonly reachM: number }
  /** Somewhere else at once, every so often: what no aircraft can do. */
  | { readonly kind: "teleport"; readonly points: readonly Offset[]; readonly everyS: number };

/** The position on a path at `timeS`: always the same for the same time. */
export function positionOn(path: Path, timeS: number): Offset {
  switch (path.kind) {
    case "orbit": {
      const angle = (timeS * path.speed) / path.radiusM;
      return {
        east: path.centre.east + path.radiusM * Math.sin(angle),
        north: path.centre.north + path.radiusM * Math.cos(angle),
        up: path.centre.up + 5 * Math.sin(angle * 3),
      };
    }
    case "drift":
      // Three incommensurable waves look aimless and never leave the reach.
      return {
        east: path.centre.east + path.reachM * (0.6 * Math.sin(timeS / 31) + 0.4 * Math.sin(timeS / 7.3)),
        north: path.centre.north + path.reachM * (0.7 * Math.cos(timeS / 37) + 0.3 * Math.sin(timeS / 11.9)),
        up: path.centre.up * (1 + 0.2 * Math.sin(timeS / 43)),
      };
    case "teleport":
      return pointAt(path.points, Math.floor(timeS / path.everyS) % path.points.length);
    default:
      return positionOnRoute(path, timeS);
  }
}

/** Metres per second east, north and up at `timeS`. */
export function velocityOn(path: Path, timeS: number): Offset {
  if (path.kind === "teleport") return { east: 0, north: 0, up: 0 };
  const before = positionOn(path, timeS - 0.5);
  const after = positionOn(path, timeS + 0.5);
  return { east: after.east - before.east, north: after.north - before.north, up: after.up - before.up };
}

function positionOnRoute(path: Extract<Path, { kind: "route" }>, timeS: number): Offset {
  const points = [...path.points, ...path.points.toReversed().slice(1)];
  const lengths = points.slice(1).map((point, index) => distance(pointAt(points, index), point));
  const flightS = lengths.reduce((sum, length) => sum + length, 0) / path.speed;
  const periodS = flightS + path.restS;
  // A time before 1970 would be a negative remainder.
  let left = Math.max(0, (((timeS % periodS) + periodS) % periodS) - path.restS) * path.speed;
  for (const [index, length] of lengths.entries()) {
    if (left <= length) return between(pointAt(points, index), pointAt(points, index + 1), left / length);
    left -= length;
  }
  return pointAt(points, 0);
}

function pointAt(points: readonly Offset[], index: number): Offset {
  return points[index] ?? { east: 0, north: 0, up: 0 };
}

function distance(a: Offset, b: Offset): number {
  return Math.hypot(b.east - a.east, b.north - a.north, b.up - a.up);
}

function between(a: Offset, b: Offset, share: number): Offset {
  return {
    east: a.east + (b.east - a.east) * share,
    north: a.north + (b.north - a.north) * share,
    up: a.up + (b.up - a.up) * share,
  };
}
