import type { DeletedOperation } from "../../server/contracts/operation-access.ts";
import type { Operation } from "../../server/contracts/operations.ts";
import { accessPath } from "./operation-access.requests.ts";
import { type Caller, type OperationsStation, ROOT } from "./operations-station.ts";

/** Removals, and what an administrator changes for them; `id` is that of an operation or of a suboperation. */
export function softDeleteAt(station: OperationsStation) {
  return {
    remove(caller: string | Caller, id: string, globalize?: boolean) {
      const query = globalize === undefined ? "" : `?globalize=${globalize}`;
      return station.as(caller, "DELETE", `/v2/airspace/operations/${id}${query}`);
    },
    restore: (person: string, id: string) => station.as(person, "POST", `/station/v1/operations/${id}/restore`),
    share: (id: string, person: string, level: "read" | "write") =>
      station.as(ROOT, "PUT", accessPath(id, station.idOf(person)), { level }),
    unshare: (id: string, person: string) => station.as(ROOT, "DELETE", accessPath(id, station.idOf(person))),
    show: (id: string, visibility: string) => station.as(ROOT, "PUT", accessPath(id), { visibility }),
    async removedFor(person: string, query = "") {
      const { body } = await station.as(person, "GET", `/station/v1/operations/removed${query}`);
      return body as readonly DeletedOperation[];
    },
    /** The sensors of the suboperations that are left. */
    async suboperationsOf(id: string) {
      const { status, body } = await station.as(ROOT, "GET", `/v2/airspace/operations/${id}`);
      return status === 404 ? [] : (body as Operation).suboperations.map((one) => one.sensor_id);
    },
  };
}
