import { z } from "zod";
import type { SetupPlan, SetupSession } from "../../contracts/setup.ts";

/** One device of a batch, as the result list shows it. */
export const BatchRow = z.object({
  time: z.string(),
  serial_number: z.string().nullable(),
  product: z.string().nullable(),
  firmware: z.string().nullable(),
  path: z.string(),
  result: z.enum(["done", "partly", "failed", "not_recognised", "not_possible"]),
  verified: z.int(),
  of: z.int(),
  detail: z.string().nullable(),
});
export type BatchRow = z.infer<typeof BatchRow>;

/** Which ports are taken: each once, until it was gone. Those that are there at the start are left alone. */
export function createPortWatch(atStart: readonly string[]) {
  const taken = new Set(atStart);
  return {
    /** The ports that are new since the last look. */
    look(present: readonly string[]): readonly string[] {
      for (const path of taken) if (!present.includes(path)) taken.delete(path);
      const fresh = present.filter((path) => !taken.has(path));
      for (const path of fresh) taken.add(path);
      return fresh;
    },
    /** The device was unplugged, though the port is still there, or was too quickly again. */
    forget: (path: string): void => void taken.delete(path),
  };
}

/** Why a plan is not for a batch; undefined when it is. */
export function planObstacle({ changes }: SetupPlan): string | undefined {
  const dangerous = changes.filter(({ confirmation }) => confirmation !== null).map(({ name }) => name);
  if (dangerous.length === 0) return undefined;
  return `${dangerous.join(", ")}: this asks for a text typed for each device; a batch does not do it.`;
}

export function batchResultOf({
  at,
  path,
  session,
}: {
  readonly at: string;
  readonly path: string;
  readonly session: SetupSession;
}): BatchRow {
  const { identity, results, state, message, error } = session;
  const all = results ?? [];
  const unproved = all.filter(({ result }) => result !== "verified");
  return {
    time: at,
    serial_number: identity?.serial_number ?? null,
    product: identity?.product ?? session.family,
    firmware: identity?.firmware ?? null,
    path,
    result: resultOf(session),
    verified: all.length - unproved.length,
    of: all.length,
    detail:
      unproved.length > 0
        ? unproved
            .map(({ name, result, detail }) => `${name} ${result}${detail === null ? "" : `: ${detail}`}`)
            .join("; ")
        : state === "done"
          ? null
          : (error?.msg ?? message),
  };
}

function resultOf({ state, can_set_up }: SetupSession): BatchRow["result"] {
  if (state === "done" || state === "partly") return state;
  if (state === "unknown") return "not_recognised";
  return can_set_up ? "failed" : "not_possible";
}
