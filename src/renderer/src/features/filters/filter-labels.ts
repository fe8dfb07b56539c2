import type { Text } from "../../text/index.ts";
import { formatDistance, formatHeight, type UnitSystem } from "../../ui/units.ts";
import { activeParts, type FilterPart, type MetreRange, type OperationFilter } from "./operation-filter.ts";

export interface FilterLabel {
  readonly part: FilterPart;
  readonly label: string;
}

/** A label for every active part, short enough for a chip. */
export function filterLabels(filter: OperationFilter, units: UnitSystem, text: Text): readonly FilterLabel[] {
  return activeParts(filter).map((part) => ({ part, label: partLabel(filter, part, units, text) }));
}

function partLabel(filter: OperationFilter, part: FilterPart, units: UnitSystem, { t, labelFor }: Text): string {
  switch (part) {
    case "text":
      return t("filters.parts.text", { label: filter.text });
    case "status":
      return labelFor("filters.operationStatus", filter.status);
    case "technologies":
      return filter.technologies.map((one) => labelFor("technology", one)).join(", ");
    case "sourceType":
      return labelFor("filters.sources", filter.sourceType);
    case "sensorId":
      return t("filters.parts.sensorId", { label: filter.sensorId });
    case "height":
      return t("filters.parts.height", { label: rangeLabel(filter.height, (m) => formatHeight(m, units), t) });
    case "operatorDistance":
    case "sensorDistance": {
      const label = rangeLabel(filter[part], (m) => formatDistance(m, units), t);
      return t(`filters.parts.${part}`, { label });
    }
    case "seen":
      return t(filter.seen === "yes" ? "filters.seenYes" : "filters.seenNo");
    case "whose":
      return t(filter.whose === "others" ? "filters.whoseOthers" : "filters.whoseOwn");
  }
}

function rangeLabel({ fromM, toM }: MetreRange, format: (metres: number) => string, t: Text["t"]): string {
  if (fromM !== undefined && toM !== undefined) return t("filters.range", { from: format(fromM), to: format(toM) });
  if (fromM !== undefined) return t("filters.rangeFrom", { from: format(fromM) });
  return t("filters.rangeTo", { to: format(toM ?? 0) });
}
