import type { OperationsStation } from "./operations-station.ts";

/** The path of an operation's access, or of the share of one person in it. */
export const accessPath = (id: string, person?: string) =>
  `/station/v1/operations/${id}/access${person === undefined ? "" : `/${person}`}`;

/** Changes of visibility and of shares; `id` is that of an operation or of a suboperation. */
export function accessAt(station: OperationsStation) {
  return {
    async show(by: string, id: string, visibility: "public" | "private") {
      const { status } = await station.as(by, "PUT", accessPath(id), { visibility });
      if (status !== 200) throw new Error(`the visibility was answered with ${status}`);
    },
    share: (by: string, id: string, person: string, level: string) =>
      station.as(by, "PUT", accessPath(id, person), { level }),
    unshare: (by: string, id: string, person: string) => station.as(by, "DELETE", accessPath(id, person)),
  };
}
