import { Annotation, AnnotationList } from "../../server/contracts/annotations.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { ALL_DAY, type OperationsStation } from "./operations-station.ts";

export const notesPath = (id: string) => `/v2/airspace/operations/${id}/user-data`;
export const seenPath = (id: string) => `/v2/airspace/operations/${id}/seen`;

/** Notes and seen marks of people; `id` is that of an operation. */
export function annotationsAt(station: OperationsStation) {
  return {
    async notes(person: string, id: string): Promise<AnnotationList> {
      const { status, body } = await station.as(person, "GET", notesPath(id));
      if (status !== 200) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
      return AnnotationList.parse(body);
    },
    async annotate(person: string, id: string, note: string | null): Promise<Annotation> {
      const { status, body } = await station.as(person, "POST", notesPath(id), { note });
      if (status !== 200) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`);
      return Annotation.parse(body);
    },
    /** Whether the operation has the person's seen mark. */
    async opened(person: string, id: string): Promise<boolean> {
      return ((await station.as(person, "GET", `/v2/airspace/operations/${id}`)).body as Operation).seen;
    },
    /** Ids of the operations in the list that is filtered by the seen mark. */
    listedAs: (person: string, seen: boolean, more = "") =>
      station.listed(person, `${ALL_DAY}&seen=${String(seen)}${more}`),
  };
}
