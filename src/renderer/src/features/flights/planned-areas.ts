import type { PlannedArea } from "../../map/planned.draw.ts";
import { useText } from "../../text/index.ts";
import { formatWindow, type TimeZoneChoice } from "../../ui/times.ts";
import { nameOf } from "./flight-name.ts";
import type { PlannedFlight } from "./planned-flights.use.ts";

/** What the live map draws of planned flights; a region that cannot be drawn is only in the list. */
export function plannedAreasOf(planned: readonly PlannedFlight[], zone: TimeZoneChoice): readonly PlannedArea[] {
  const { t } = useText();
  return planned.flatMap(({ flight, shape }) => {
    if (!shape) return [];
    const window = formatWindow(Date.parse(flight.date_planned_start), Date.parse(flight.date_planned_finish), zone);
    return [{ shape, label: nameOf(flight), detail: t("flights.planned.when", { window }) }];
  });
}
