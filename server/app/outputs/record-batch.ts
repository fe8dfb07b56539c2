import type { TransmissionTechnology } from "../../contracts/common.ts";
import { declaredBy } from "../../features/operations/index.ts";
import type { Declared } from "../../kernel/sighting.ts";
import { toOperatorTelemetry, toUaTelemetry } from "../../kernel/telemetry-records.ts";
import type { Exported, OperatorPoint, UaPoint } from "../../kernel/telemetry.ts";
import type { OutputRecord } from "../../outputs/output.ts";
import { type KnownAircraft, packAircraft, type PackedAircraft, unpackAircraft } from "./known-aircraft.ts";
import { readUa, UA_WIDTH, writeUa } from "./ua-row.ts";
import { uasIdOf } from "../../kernel/uas-id.ts";

/** The state of one aircraft when it is read, before a record is made of it. */
export type OutputReading = {
  readonly operationId: string;
  readonly sensorId: string;
  readonly technology: string;
  readonly ua: Exported<UaPoint>;
  /** What each readable suboperation declares; later ones take precedence. */
  readonly declared: readonly Declared[];
  readonly operator: Exported<OperatorPoint> | null;
  readonly takeOff: Exported<OperatorPoint> | null;
};

/** Readings on their way to another thread. The numbers of all are in one buffer, which can be transferred. */
export type RecordBatch = {
  readonly rows: Float64Array<ArrayBuffer>;
  /** The texts to which the columns of texts refer by index. */
  readonly texts: readonly string[];
  /** The aircraft that are new to the reader, and those whose declarations have changed. */
  readonly aircraft: PackedAircraft;
  /** Whether the reader must discard all aircraft but these. */
  readonly isReset: boolean;
};

type NumberField<P> = { [K in keyof P]: P[K] extends number | null ? K : never }[keyof P];
type OperatorNumber = NumberField<Exported<OperatorPoint>>;

const OPERATOR_NUMBERS: readonly OperatorNumber[] = [
  "timeMs",
  "timeAccuracyMs",
  "latitudeE7",
  "longitudeE7",
  "horizontalAccuracyMm",
  "altitudeMm",
  "altitudeAccuracyMm",
];
/** Number of the aircraft, its state, sensor and technology. */
const HEAD = 4;
/** The numbers of a place, its source and the reference of its altitude. */
const PLACE = OPERATOR_NUMBERS.length + 2;
const WIDTH = HEAD + UA_WIDTH + 2 * PLACE;
/** The number of aircraft that both sides keep. */
const MAX_KNOWN = 20_000;

/** Writes batches for one reader, in order: what an aircraft declares is only sent when it is new. */
export function createRecordBatchWriter(): (readings: readonly OutputReading[]) => RecordBatch {
  const known = new Map<string, { readonly number: number; declared: readonly Declared[] }>();
  let lastNumber = 0;

  return function write(readings) {
    const rows = new Float64Array(readings.length * WIDTH);
    const texts = createTexts();
    const aircraft: PackedAircraft[number][] = [];
    const isReset = known.size > MAX_KNOWN;
    if (isReset) known.clear();

    function numberOf({ operationId, declared }: OutputReading): number {
      const before = known.get(operationId);
      if (before !== undefined && areSame(before.declared, declared)) return before.number;
      const number = before?.number ?? ++lastNumber;
      known.set(operationId, { number, declared });
      const altogether = declaredBy(declared.map((one) => ({ declared: one })));
      packAircraft({ number, operationId, declared: altogether }, aircraft);
      return number;
    }

    function writePlace(at: number, place: Exported<OperatorPoint> | null): void {
      if (place === null) return void rows.fill(Number.NaN, at, at + PLACE);
      for (let index = 0; index < OPERATOR_NUMBERS.length; index++) {
        rows[at + index] = place[OPERATOR_NUMBERS[index]!] ?? Number.NaN;
      }
      rows[at + PLACE - 2] = texts.numberOf(place.sourceType);
      rows[at + PLACE - 1] = place.altitudeType === null ? Number.NaN : texts.numberOf(place.altitudeType);
    }

    for (let row = 0; row < readings.length; row++) {
      const reading = readings[row]!;
      const at = row * WIDTH;
      rows[at] = numberOf(reading);
      rows[at + 1] = texts.numberOf(reading.ua.operationalState);
      rows[at + 2] = texts.numberOf(reading.sensorId);
      rows[at + 3] = texts.numberOf(reading.technology);
      writeUa(rows, at + HEAD, reading.ua);
      writePlace(at + WIDTH - 2 * PLACE, reading.operator);
      writePlace(at + WIDTH - PLACE, reading.takeOff);
    }
    return { rows, texts: texts.all, aircraft, isReset };
  };
}

/** Reads batches in the order in which they were written; records are made one by one as they are taken. */
export function createBatchReader(): {
  readonly add: (batch: RecordBatch) => void;
  readonly take: () => OutputRecord | undefined;
} {
  type Known = Map<number, KnownAircraft & { readonly uasId: string | null }>;
  const waiting: { readonly batch: RecordBatch; readonly known: Known; row: number }[] = [];
  let known: Known = new Map();

  return {
    add(batch) {
      // Batches that were written before refer to the aircraft that were known then.
      if (batch.isReset) known = new Map();
      for (const one of unpackAircraft(batch.aircraft)) {
        known.set(one.number, { ...one, uasId: uasIdOf(one.declared.identifiers) });
      }
      waiting.push({ batch, known, row: 0 });
    },
    take() {
      for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
        const at = first.row * WIDTH;
        if (at >= first.batch.rows.length) {
          waiting.shift();
          continue;
        }
        first.row++;
        return recordAt(first.batch, at, first.known);
      }
      return undefined;
    },
  };

  function recordAt({ rows, texts }: RecordBatch, at: number, aircraft: Known): OutputRecord {
    const { operationId, declared, uasId } = aircraft.get(rows[at]!)!;
    const origin = { sensorId: texts[rows[at + 2]!]!, operationId };
    const ua = readUa(rows, at + HEAD, texts[rows[at + 1]!]!);
    const place = (from: number) => {
      const point = placeAt({ rows, texts }, from);
      return point && toOperatorTelemetry(point, origin);
    };
    return {
      operationId,
      ua: toUaTelemetry(ua, origin),
      uasId,
      declared,
      technology: texts[rows[at + 3]!] as TransmissionTechnology,
      operator: place(at + WIDTH - 2 * PLACE),
      takeOff: place(at + WIDTH - PLACE),
    };
  }
}

type Writable<P> = { -readonly [K in keyof P]: P[K] };

function placeAt({ rows, texts }: Pick<RecordBatch, "rows" | "texts">, at: number): Exported<OperatorPoint> | null {
  const source = rows[at + PLACE - 2]!;
  if (Number.isNaN(source)) return null;
  const reference = rows[at + PLACE - 1]!;
  const place: Writable<Exported<OperatorPoint>> = {
    timeMs: 0,
    timeAccuracyMs: null,
    latitudeE7: 0,
    longitudeE7: 0,
    horizontalAccuracyMm: null,
    altitudeMm: null,
    altitudeAccuracyMm: null,
    altitudeType: Number.isNaN(reference) ? null : texts[reference]!,
    sourceType: texts[source]!,
  };
  for (let index = 0; index < OPERATOR_NUMBERS.length; index++) {
    const value = rows[at + index]!;
    if (!Number.isNaN(value)) place[OPERATOR_NUMBERS[index]!] = value;
  }
  return place;
}

function createTexts() {
  const numbers = new Map<string, number>();
  const all: string[] = [];
  return {
    all,
    numberOf(text: string): number {
      const before = numbers.get(text);
      if (before !== undefined) return before;
      numbers.set(text, all.length);
      return all.push(text) - 1;
    },
  };
}

/** Whether nothing else is declared: each record makes a new object of it, with the same lists where nothing came. */
function areSame(one: readonly Declared[], other: readonly Declared[]): boolean {
  return (
    one.length === other.length &&
    one.every((declared, at) => {
      const next = other[at]!;
      return (
        declared === next ||
        (declared.identifiers === next.identifiers &&
          declared.uaType === next.uaType &&
          declared.operatorId === next.operatorId &&
          declared.classification === next.classification &&
          declared.classificationType === next.classificationType &&
          declared.descriptions === next.descriptions &&
          declared.authentication === next.authentication)
      );
    })
  );
}
