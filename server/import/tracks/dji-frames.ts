/**
 * The reply of the thread: of each frame the time (Unix milliseconds), latitude, longitude, height above sea level and
 * above take-off (metres), speed to the north, east and down, 1 on the ground, and latitude and longitude of home or
 * `NaN`.
 */
export type DjiFrames = {
  readonly aircraftName: string;
  readonly serialNumber: string;
  readonly values: Float64Array<ArrayBuffer>;
};

export const DJI_FIELDS = 11;
