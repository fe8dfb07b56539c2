import type { OutputEventName } from "../../contracts/outputs.ts";
import type { ReadableDb, WritableDb } from "../../storage/database.ts";

/** An event that waits to be delivered by an output. */
export type UndeliveredEvent = {
  readonly name: OutputEventName;
  /** When it happened, Unix milliseconds. */
  readonly atMs: number;
  /** The payload of the live event. */
  readonly payload: object;
};

export type UndeliveredEventRow = { readonly id: number; readonly outputId: string; readonly event: UndeliveredEvent };

type Row = {
  readonly id: number;
  readonly output: string;
  readonly name: string;
  readonly at_ms: number;
  readonly payload: string;
};

export function createUndeliveredEventsStore(reader: ReadableDb, writer: WritableDb) {
  const insert = writer.prepare<[number, string, string, number, string]>(
    "INSERT INTO output_event (id, output, name, at_ms, payload) VALUES (?, ?, ?, ?, ?)",
  );
  const remove = writer.prepare<[number]>("DELETE FROM output_event WHERE id = ?");
  return {
    /** All that wait, in the order in which they happened. */
    list: (): readonly UndeliveredEventRow[] =>
      reader
        .prepare<[], Row>("SELECT id, output, name, at_ms, payload FROM output_event ORDER BY id")
        .all()
        .map(({ id, output, name, at_ms: atMs, payload }) => ({
          id,
          outputId: output,
          event: { name: name as OutputEventName, atMs, payload: JSON.parse(payload) as object },
        })),
    insert({ id, outputId, event: { name, atMs, payload } }: UndeliveredEventRow): void {
      insert.run(id, outputId, name, atMs, JSON.stringify(payload));
    },
    /** Removes events of outputs that do not exist any more: a program that was killed may have left some. */
    removeOrphans: (): void =>
      void writer.prepare("DELETE FROM output_event WHERE output NOT IN (SELECT id FROM output)").run(),
    remove: (id: number): void => void remove.run(id),
  };
}
