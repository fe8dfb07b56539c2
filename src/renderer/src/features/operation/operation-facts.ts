import { distanceM } from "../../../../../server/contracts/great-circle.ts";
import { isCta2063Serial } from "../../../../../server/contracts/serial-number.ts";
import { identityOf } from "../../tracks/identity.ts";
import { bearingDeg, type LatLon } from "../../tracks/mercator.ts";
import type { Text } from "../../text/index.ts";
import { regionName } from "../../text/language.ts";
import { formatDateTime, formatDuration, type TimeZoneChoice } from "../../ui/times.ts";
import { compassPointOf, formatDistance, formatHeading, type UnitSystem } from "../../ui/units.ts";
import { stateOfOperator } from "./identity-form.ts";
import type { OperationView } from "./operation-view.ts";

/** One row of the card. */
export interface Fact {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  /** An identifier or a position, shown in a monospaced font. */
  readonly isCode?: boolean;
  /** The label of the copy button; absent when there is none. */
  readonly copyLabel?: string;
  /** A remark below the value. */
  readonly remark?: string;
}

export interface FactFormat extends Pick<Text, "t" | "labelFor"> {
  readonly units: UnitSystem;
  readonly zone: TimeZoneChoice;
  /** In the format of coordinates that the person has chosen. */
  readonly place: (place: LatLon) => string;
  /** Where the person is, at the time that is shown; undefined where nobody knows. */
  readonly ownPlace: LatLon | undefined;
}

/** The known facts of an operation; unknown ones have no row. */
export function operationFactsOf(view: OperationView, format: FactFormat): readonly Fact[] {
  return [...identityFacts(view, format), ...placeFacts(view, format), ...timeFacts(view, format)];
}

/** Maker and model where they are known. */
export function aircraftModelText({ operation }: OperationView): string {
  const known = operation?.aircraft_models.find(({ maker, model }) => maker !== null || model !== null);
  return [known?.maker, known?.model].filter((part) => part).join(" ");
}

export function classificationText({ operation }: OperationView): string {
  return [operation?.ua_classification, operation?.ua_classification_type].filter((part) => part).join(" ");
}

function identityFacts(view: OperationView, { t }: FactFormat): readonly Fact[] {
  const { registration, serial, other } = identityOf(view.operation);
  const operatorId = view.operation?.uas_operator_id;
  const classification = classificationText(view);
  const facts: (Fact | undefined)[] = [
    registration ? code("registration", t("card.registration"), registration, t("card.copyRegistration")) : undefined,
    serial
      ? {
          ...code("serial", t("card.serial"), serial, t("card.copySerial")),
          remark: t(isCta2063Serial(serial) ? "card.validSerial" : "card.invalidSerial"),
        }
      : undefined,
    other ? { key: "other", label: t("card.otherId"), value: other, isCode: true } : undefined,
    operatorId
      ? {
          ...code("operator-id", t("card.operatorId"), operatorId, t("card.copyOperatorId")),
          remark: operatorRemark(operatorId, t),
        }
      : undefined,
    classification && aircraftModelText(view)
      ? { key: "class", label: t("card.classification"), value: classification }
      : undefined,
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** The remark about the format of a number. It is broadcast without a signature, so this must not look like a check. */
function operatorRemark(operatorId: string, t: Text["t"]): string {
  const state = stateOfOperator(operatorId);
  return state === undefined
    ? t("card.otherOperatorForm")
    : t("card.europeanOperator", { state: regionName(state) ?? state });
}

/** The distance and direction from one place to another, as a sentence of the card. */
export function distanceDirectionText(
  from: LatLon,
  to: LatLon,
  { t, labelFor, units }: Pick<FactFormat, "t" | "labelFor" | "units">,
): string {
  const direction = bearingDeg(from, to);
  return t("card.operatorDirection", {
    distance: formatDistance(distanceM(from, to), units),
    heading: formatHeading(direction),
    compass: labelFor("compass", compassPointOf(direction)),
  });
}

function placeFacts({ ua, operator }: OperationView, format: FactFormat): readonly Fact[] {
  const { t, labelFor, place, ownPlace, units } = format;
  const facts: Fact[] = [];
  if (ua) {
    const { accuracy } = ua.location;
    facts.push({
      ...code("place", t("card.place"), place(ua.location), t("card.copyPosition")),
      ...(accuracy === null ? {} : { remark: t("card.accuracy", { value: formatDistance(accuracy, units) }) }),
    });
  }
  if (ua && ownPlace) {
    facts.push({
      key: "from-me",
      label: t("card.fromMe"),
      value: distanceDirectionText(ownPlace, ua.location, format),
    });
  }
  if (ua && operator) {
    const value = distanceDirectionText(ua.location, operator.location, format);
    facts.push({ key: "to-operator", label: t("card.operatorDistance"), value });
  }
  if (operator) {
    facts.push({
      ...code("operator", t("card.operatorPosition"), place(operator.location), t("card.copyPosition")),
      // An unknown source of the position is no useful remark.
      ...(operator.source_type === "unknown" ? {} : { remark: labelFor("operatorSource", operator.source_type) }),
    });
  }
  return facts;
}

function timeFacts({ operation, ua }: OperationView, { t, zone }: FactFormat): readonly Fact[] {
  const firstMs = Date.parse(operation?.time_first_telemetry ?? "");
  const lastMs = Date.parse(ua?.timestamp ?? operation?.time_last_telemetry ?? "");
  const facts: Fact[] = [];
  if (Number.isFinite(firstMs)) {
    facts.push({ key: "began", label: t("card.began"), value: formatDateTime(firstMs, zone) });
  }
  if (Number.isFinite(lastMs)) {
    facts.push({ key: "ended", label: t("card.ended"), value: formatDateTime(lastMs, zone) });
  }
  if (Number.isFinite(firstMs) && Number.isFinite(lastMs)) {
    facts.push({ key: "duration", label: t("card.duration"), value: formatDuration(lastMs - firstMs) });
  }
  return facts;
}

function code(key: string, label: string, value: string, copyLabel: string): Fact {
  return { key, label, value, copyLabel, isCode: true };
}
