import type { TileAddress } from "./relief.field.ts";

/** How much of the built-in map's relief is drawn at a zoom: its heights are 9 km apart, too coarse for deep zooms. */
const FADE: Readonly<Record<number, number>> = { 8: 0.75, 9: 0.4 };
const FIRST_FADED_ZOOM = 8;
/** From here on the hills of the station's own heights are drawn, where it has some. */
const FIRST_HILLS_ZOOM = 9;

export interface ReliefChoice {
  readonly isOn: boolean;
  /** Whether the hills of the station's own heights are drawn in a tile; `undefined` while they are nowhere. */
  readonly hasHills: ((tile: TileAddress) => boolean) | undefined;
}

/** From 0 to 1, of a tile with 512 pixels. */
export function reliefStrength(tile: TileAddress, { isOn, hasHills }: ReliefChoice): number {
  const zoom = tile.z + 1;
  const strength = zoom < FIRST_FADED_ZOOM ? 1 : (FADE[zoom] ?? 0);
  if (!isOn || strength === 0) return 0;
  return zoom >= FIRST_HILLS_ZOOM && hasHills?.(tile) ? 0 : strength;
}
