import type { Traffic } from "../../contracts/traffic.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import type { TrafficPoint } from "../../kernel/traffic.ts";

export function toTraffic(point: TrafficPoint): Traffic {
  return {
    icao: point.icao,
    callsign: point.callsign,
    category: point.category,
    latitude: point.latitude,
    longitude: point.longitude,
    ...heightOf(point),
    speed: point.speedMps,
    heading: point.headingDeg,
    vertical_speed: point.verticalSpeedMps,
    time: isoFromMs(point.timeMs),
    sensor_id: point.sensorId,
  };
}

function heightOf(point: TrafficPoint): Pick<Traffic, "altitude_m" | "altitude_reference"> {
  if (point.isOnGround) return { altitude_m: 0, altitude_reference: "AGL" };
  if (point.altitudeWgs84M !== null) return { altitude_m: point.altitudeWgs84M, altitude_reference: "WGS84" };
  if (point.altitudePressureM !== null) return { altitude_m: point.altitudePressureM, altitude_reference: "pressure" };
  return { altitude_m: null, altitude_reference: null };
}
