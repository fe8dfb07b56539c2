import { encodeText } from "./byte-writer.ts";

/** What KML can measure a height from; `clampToGround` is its default, without a height and without an element. */
export const ALTITUDE_MODES = {
  absolute: encodeText("<altitudeMode>absolute</altitudeMode>"),
  relativeToGround: encodeText("<altitudeMode>relativeToGround</altitudeMode>"),
  clampToGround: encodeText(""),
} as const;
export type AltitudeMode = keyof typeof ALTITUDE_MODES;
