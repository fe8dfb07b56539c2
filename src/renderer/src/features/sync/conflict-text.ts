import { UasClass } from "../../../../../server/contracts/aircraft.ts";
import type { SyncConflict, SyncKind } from "../../../../../server/contracts/sync.ts";
import { planShapeOf } from "../../map/plan-shape.ts";
import { useText } from "../../text/index.ts";
import type { UnitSystem } from "../../ui/units.ts";
import { formatDistance } from "../../ui/units.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { classLabel } from "../aircraft/class-label.ts";
import { inputKindOf, placeOf, regionOf } from "./conflict.rules.ts";

/** The person's units and format of coordinates. */
export interface ValueFormats {
  readonly units: UnitSystem;
  readonly place: (place: LatLon) => string;
}

/** A value of a field, for a person. */
export function valueText(kind: SyncKind, field: string, value: unknown, formats: ValueFormats): string {
  const { t } = useText();
  if (value === null || value === undefined) return t("sync.conflicts.noValue");
  switch (inputKindOf(kind, field).kind) {
    case "region":
      return regionText(value, formats);
    case "position": {
      const place = placeOf(value);
      return place ? formats.place(place) : String(value);
    }
    case "choice":
      return choiceText(field, String(value));
    default:
      return Array.isArray(value) ? value.join(", ") || t("sync.conflicts.noValue") : plainText(value);
  }
}

/** A value out of a short list. */
export function choiceText(field: string, value: string): string {
  const { t, labelFor } = useText();
  if (field === "status") return labelFor("sync.conflicts.statuses", value);
  if (field === "visibility" && (value === "public" || value === "private")) return t(`flights.visibilities.${value}`);
  const uasClass = UasClass.safeParse(value);
  return field === "uas_class" && uasClass.success ? classLabel(uasClass.data) : value;
}

/** The decision for each field, one sentence per field. */
export function decisionTexts({ kind, decision }: SyncConflict, formats: ValueFormats): readonly string[] {
  const { t, labelFor } = useText();
  return Object.entries(decision ?? {}).map(([field, decided]) => {
    const isSide = decided === "here" || decided === "there";
    const choice = isSide
      ? t(`sync.conflicts.choices.${decided}`)
      : t("sync.conflicts.choices.other", { value: valueText(kind, field, otherValue(decided), formats) });
    return t("sync.conflicts.decided", { field: labelFor("sync.conflicts.fields", field), choice });
  });
}

function otherValue(decided: unknown): unknown {
  return typeof decided === "object" && decided !== null && "value" in decided ? decided.value : decided;
}

function regionText(value: unknown, formats: ValueFormats): string {
  const { t } = useText();
  const region = regionOf(value);
  const shape = region && planShapeOf(region);
  const [first] = shape?.points ?? [];
  if (!shape || !first) return t("sync.conflicts.regions.other");
  const radius = formatDistance(shape.radiusM, formats.units);
  switch (shape.kind) {
    case "circle":
      return t("sync.conflicts.regions.circle", { radius, position: formats.place(first) });
    case "corridor":
      return t("sync.conflicts.regions.corridor", { radius, n: shape.points.length });
    case "polygon":
      return t("sync.conflicts.regions.polygon", { n: shape.points.length });
  }
}

function plainText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
