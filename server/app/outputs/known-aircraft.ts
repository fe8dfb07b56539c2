import type { Declared } from "../../kernel/sighting.ts";

/** An aircraft of a batch: its number stands for it in the rows. */
export type KnownAircraft = {
  readonly number: number;
  readonly operationId: string;
  readonly declared: Declared;
};

/** Aircraft one after the other, in one list of plain values: handed over with a fifth of the work of objects. */
export type PackedAircraft = readonly (string | number | null)[];

type Value = PackedAircraft[number];

export function packAircraft({ number, operationId, declared }: KnownAircraft, to: Value[]): void {
  const { identifiers, descriptions, authentication } = declared;
  to.push(number, operationId, declared.uaType, declared.operatorId);
  to.push(declared.classification, declared.classificationType);
  to.push(identifiers.length);
  for (const { type, value } of identifiers) to.push(type, value);
  to.push(descriptions.length);
  for (const { type, value } of descriptions) to.push(type, value);
  to.push(authentication.length);
  for (const { type, data, timestampMs } of authentication) to.push(type, data, timestampMs);
}

export function unpackAircraft(packed: PackedAircraft): readonly KnownAircraft[] {
  const all: KnownAircraft[] = [];
  let at = 0;
  // They were packed from what has these types, in this order.
  const next = <T extends Value>() => packed[at++] as T;
  const list = <T>(read: () => T) => Array.from({ length: next<number>() }, read);
  while (at < packed.length) {
    all.push({
      number: next<number>(),
      operationId: next<string>(),
      declared: {
        uaType: next<number | null>(),
        operatorId: next<string | null>(),
        classification: next<string | null>(),
        classificationType: next<string | null>(),
        identifiers: list(() => ({ type: next<Declared["identifiers"][number]["type"]>(), value: next<string>() })),
        descriptions: list(() => ({ type: next<string>(), value: next<string>() })),
        authentication: list(() => ({
          type: next<string>(),
          data: next<string>(),
          timestampMs: next<number | null>(),
        })),
      },
    });
  }
  return all;
}
