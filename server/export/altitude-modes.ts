import { encodeText } from "./byte-writer.ts";

/** The altitude modes of KML; `clampToGround` is the default and needs no element. */
export const ALTITUDE_MODES = {
  absolute: encodeText("<altitudeMode>absolute</altitudeMode>"),
  relativeToGround: encodeText("<altitudeMode>relativeToGround</altitudeMode>"),
  clampToGround: encodeText(""),
} as const;
export type AltitudeMode = keyof typeof ALTITUDE_MODES;
