import { identityOf } from "../../tracks/identity.ts";
import { bearingDeg, distanceM } from "../../tracks/mercator.ts";
import type { Text } from "../../text/index.ts";
import { formatDateTime, formatDuration, type TimeZoneChoice } from "../../ui/times.ts";
import { compassPointOf, formatDistance, formatHeading, formatPosition, type UnitSystem } from "../../ui/units.ts";
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
}

/** The known facts of an operation; unknown ones have no row. */
export function factsOf(view: OperationView, format: FactFormat): readonly Fact[] {
  return [...identityFacts(view, format), ...placeFacts(view, format), ...timeFacts(view, format)];
}

/** Maker and model where they are known. */
export function modelOf({ operation }: OperationView): string {
  const known = operation?.aircraft_models.find(({ maker, model }) => maker !== null || model !== null);
  return [known?.maker, known?.model].filter((part) => part).join(" ");
}

export function classificationOf({ operation }: OperationView): string {
  return [operation?.ua_classification, operation?.ua_classification_type].filter((part) => part).join(" ");
}

function identityFacts(view: OperationView, { t }: FactFormat): readonly Fact[] {
  const { registration, serial, other } = identityOf(view.operation);
  const operatorId = view.operation?.uas_operator_id;
  const isSerialInvalid = view.operation?.warnings.some(({ type }) => type === "invalid_serial_number") ?? false;
  const classification = classificationOf(view);
  const facts: (Fact | undefined)[] = [
    registration ? code("registration", t("card.registration"), registration, t("card.copyRegistration")) : undefined,
    serial
      ? {
          ...code("serial", t("card.serial"), serial, t("card.copySerial")),
          ...(isSerialInvalid ? { remark: t("card.invalidSerial") } : {}),
        }
      : undefined,
    other ? { key: "other", label: t("card.otherId"), value: other, isCode: true } : undefined,
    operatorId ? code("operator-id", t("card.operatorId"), operatorId, t("card.copyOperatorId")) : undefined,
    classification && modelOf(view)
      ? { key: "class", label: t("card.classification"), value: classification }
      : undefined,
  ];
  return facts.filter((fact) => fact !== undefined);
}

function placeFacts({ ua, operator }: OperationView, { t, labelFor, units }: FactFormat): readonly Fact[] {
  const facts: Fact[] = [];
  if (ua) facts.push(code("place", t("card.place"), formatPosition(ua.location), t("card.copyPosition")));
  if (ua && operator) {
    const direction = bearingDeg(ua.location, operator.location);
    facts.push({
      key: "to-operator",
      label: t("card.operatorDistance"),
      value: t("card.operatorDirection", {
        distance: formatDistance(distanceM(ua.location, operator.location), units),
        heading: formatHeading(direction),
        compass: labelFor("compass", compassPointOf(direction)),
      }),
    });
  }
  if (operator) {
    facts.push({
      ...code("operator", t("card.operatorPosition"), formatPosition(operator.location), t("card.copyPosition")),
      // That it is not known where the position comes from says nothing below it.
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
