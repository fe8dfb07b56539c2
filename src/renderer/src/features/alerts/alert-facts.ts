import type { Alert } from "../../../../../server/contracts/alerts.ts";
import { useText } from "../../text/index.ts";
import { formatDateTime, formatEnd, type TimeZoneChoice } from "../../ui/times.ts";
import { formatDistance, formatHeight, type UnitSystem } from "../../ui/units.ts";

interface Look {
  readonly units: UnitSystem;
  readonly zone: TimeZoneChoice;
}

/** When it began, and when it ended if it has. */
export function alertTimesText({ began_at: began, ended_at: ended }: Alert, { zone }: Look): string {
  const { t } = useText();
  const beganMs = Date.parse(began);
  const from = formatDateTime(beganMs, zone);
  if (ended === null) return t("alerts.from", { time: from });
  return t("alerts.range", { from, to: formatEnd(beganMs, Date.parse(ended), zone) });
}

/** The facts about an alert, except its rule and its times. */
export function alertFactsOf({ detail, sensor_id: sensor }: Alert, { units }: Look): readonly string[] {
  const { t } = useText();
  const { distance_m: distanceM, height_m: heightM, reference = "", computed, identifier, icao, contradicted } = detail;
  return [
    ...(sensor === null ? [] : [t("alerts.sensor", { id: sensor })]),
    ...(identifier === undefined ? [] : [identifier]),
    ...(icao === undefined ? [] : [t("alerts.traffic", { icao })]),
    ...(distanceM === undefined ? [] : [t("alerts.distance", { value: formatDistance(distanceM, units) })]),
    ...(heightM === undefined
      ? []
      : [t(computed ? "alerts.heightComputed" : "alerts.height", { value: formatHeight(heightM, units), reference })]),
    ...(contradicted === true ? [t("alerts.contradicted")] : []),
  ];
}

/** Who acknowledged it, when, and with which note. */
export function acknowledgementOf(alert: Alert, { zone }: Look): string {
  const { t } = useText();
  if (alert.acknowledged_at === null) return "";
  const time = formatDateTime(Date.parse(alert.acknowledged_at), zone);
  const name = alert.acknowledged_by?.name;
  const sentence = name ? t("alerts.acknowledgedBy", { name, time }) : t("alerts.acknowledgedBySomebody", { time });
  return alert.note === null ? sentence : `${sentence}: ${alert.note}`;
}
