import type { PlannedArea } from "../../map/planned.draw.ts";
import { useText } from "../../text/index.ts";
import { formatWindow, type TimeZoneChoice } from "../../ui/times.ts";
import { flightNameOf } from "./flight-name.ts";
import type { PlannedFlight } from "./planned-flights.use.ts";

/** What the live map draws of planned flights; a region that cannot be drawn is only in the list. */
export function plannedAreasOf(
  planned: readonly PlannedFlight[],
  zone: TimeZoneChoice,
  nowMs: number,
): readonly PlannedArea[] {
  const { t } = useText();
  return planned.flatMap(({ flight, shape }) => {
    if (!shape) return [];
    const [startMs, finishMs] = [Date.parse(flight.date_planned_start), Date.parse(flight.date_planned_finish)];
    // Today's date is omitted, because it would only take up room on the map.
    const window = formatWindow(startMs, finishMs, zone, { nowMs });
    return [{ shape, label: flightNameOf(flight), detail: t("flights.planned.when", { window }) }];
  });
}
