import { z } from "zod";
import type { SetupSession } from "../../contracts/setup.ts";
import { batchDeviceOf, batchEndOf } from "../../features/setup/index.ts";

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

export { createPortWatch, planObstacle } from "../../features/setup/index.ts";

/** A device whose set-up has ended. */
export function batchResultOf({
  at,
  path,
  session,
}: {
  readonly at: string;
  readonly path: string;
  readonly session: SetupSession;
}): BatchRow {
  const { state: result, detail } = batchEndOf(session);
  const { state: _state, ...device } = batchDeviceOf({ time: at, path }, session);
  return { ...device, path, result, detail };
}
