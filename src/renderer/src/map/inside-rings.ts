/** On the map or any other plane. */
interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/** Whether a point lies in a polygon, by the even-odd rule: a hole is outside. Its rings need not be closed. */
export function isInsideRings({ x, y }: PlanePoint, rings: readonly (readonly PlanePoint[])[]): boolean {
  let isInside = false;
  for (const ring of rings) {
    for (const [index, a] of ring.entries()) {
      const b = ring[(index + 1) % ring.length] ?? a;
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside;
    }
  }
  return isInside;
}
