import type { SourceVehicle } from "../../../../../server/contracts/vehicles.ts";
import type { Text } from "../../text/index.ts";
import { formatFixed } from "../../text/numbers.ts";
import { formatAge } from "../../ui/times.ts";

/** The reported state of a vehicle as text; unknown values are left out. */
export function vehicleFactsOf(vehicle: SourceVehicle, { t, count }: Pick<Text, "t" | "count">): readonly string[] {
  const { mode, battery, battery_percent: percent, satellites } = vehicle;
  const volts = battery === null ? undefined : t("ownAircraft.volts", { volts: formatFixed(battery, 1) });
  const charge = percent === null ? undefined : t("ownAircraft.charge", { percent });
  const power = [volts, charge].filter((one) => one !== undefined).join(" · ");
  return [
    ...(mode === null ? [] : [t("ownAircraft.mode", { mode })]),
    ...(power === "" ? [] : [power]),
    ...(satellites === null ? [] : [count("ownAircraft.satellites", satellites)]),
  ];
}

/** The state of the link to a vehicle. */
export function linkTextOf(vehicle: SourceVehicle, nowMs: number, { t }: Pick<Text, "t">): string {
  const { link, link_percent: percent, last_heartbeat_at: heartbeatAt } = vehicle;
  if (link === "up") return percent === null ? t("ownAircraft.linkUp") : t("ownAircraft.linkPercent", { percent });
  if (heartbeatAt === null) return t("ownAircraft.linkNever");
  return t("ownAircraft.linkLost", { age: formatAge(nowMs - Date.parse(heartbeatAt)) });
}

/** Whether it is armed: unknown while it sends nothing. */
export function armedKeyOf({ armed }: SourceVehicle): "armed" | "disarmed" | undefined {
  if (armed === null) return undefined;
  return armed ? "armed" : "disarmed";
}
