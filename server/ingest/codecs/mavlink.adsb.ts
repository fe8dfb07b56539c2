/** Codes of ADSB_VEHICLE (MAVLink common). */

export const ADSB_EMITTER_UAV = 14;

/**
 * The first address for drones that a station reports. These addresses are above the 24 bits that ICAO assigns, so that
 * none belongs to a crewed aircraft.
 */
export const ADSB_STATION_ADDRESS = 0x8000_0000;

/** ADSB_ALTITUDE_TYPE_GEOMETRIC: from a GNSS receiver. */
export const ADSB_ALTITUDE_GEOMETRIC = 1;

/** ADSB_FLAGS: which values are known. */
export const ADSB_FLAG = {
  coordinates: 1,
  altitude: 2,
  heading: 4,
  velocity: 8,
  callsign: 16,
  simulated: 64,
  verticalVelocity: 128,
} as const;
