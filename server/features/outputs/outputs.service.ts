import type { AuditKind } from "../../contracts/audit.ts";
import type { Output, OutputCreate, OutputUpdate } from "../../contracts/outputs.ts";
import { patchValue } from "../../kernel/patch-value.ts";
import type { OutputsDeps } from "./outputs.deps.ts";
import { outputCredentials } from "./output-credentials.rules.ts";
import { decideRun, filterProblem, settingsProblem } from "./outputs.rules.ts";
import type { OutputsStore, StoredOutput } from "./outputs.store.ts";

type Caller = { readonly userId: string; readonly actorId: string | null; readonly address?: string | undefined };
type Saved =
  | { readonly kind: "saved"; readonly output: Output }
  | { readonly kind: "refused"; readonly message: string };

export type OutputsService = ReturnType<typeof createOutputsService>;

/** Stores the outputs; the supervisor behind `deps` runs them. */
export function createOutputsService(store: OutputsStore, deps: OutputsDeps) {
  const show = ({ plain, credential, ownerId, ...output }: StoredOutput): Output => ({
    ...output,
    settings: outputCredentials.show({ plain, credential }),
    owner_id: ownerId,
    ...deps.status(output.id),
  });

  function start({ id, plain, credential, filter, ownerId }: StoredOutput): void {
    deps.start({ id, filter, ownerId, settings: outputCredentials.join({ plain, credential }) });
  }

  /** What is wrong with an output; `undefined` when it is valid. */
  function problemOf({ plain, credential, filter }: StoredOutput): string | undefined {
    const settings = outputCredentials.join({ plain, credential });
    return settingsProblem(settings) ?? deps.checkCredentials(settings) ?? filterProblem(filter, settings.kind);
  }

  /** Records a change without the settings: an address may contain a secret for another system. */
  function record(
    kind: AuditKind,
    { id, name }: StoredOutput,
    { actorId, address }: Pick<Caller, "actorId" | "address">,
  ): void {
    deps.recordAudit({ kind, userId: null, actorId, address, detail: { output_id: id, name } });
  }

  return {
    /** All outputs with their state, oldest first. */
    list: (): readonly Output[] => store.list().map(show),
    find(id: string): Output | undefined {
      const output = store.find(id);
      return output && show(output);
    },
    /** Adds an output and starts it if it is enabled. */
    create(input: OutputCreate, caller: Caller): Saved {
      const nowMs = deps.clock.now();
      const { plain, credential = null } = outputCredentials.separate(input.settings);
      const output: StoredOutput = {
        id: deps.ids.timed(nowMs),
        name: input.name,
        enabled: input.enabled,
        ownerId: caller.userId,
        plain,
        credential,
        filter: input.filter ?? null,
      };
      const message = problemOf(output);
      if (message !== undefined) return { kind: "refused", message };
      store.insert(output, nowMs);
      record("output_added", output, caller);
      if (output.enabled) start(output);
      return { kind: "saved", output: show(output) };
    },
    /** `undefined` when there is no such output. */
    async update(id: string, input: OutputUpdate, caller: Caller): Promise<Saved | undefined> {
      const before = store.find(id);
      if (before === undefined) return undefined;
      const next = input.settings && outputCredentials.separate(input.settings);
      const output: StoredOutput = {
        ...before,
        name: input.name ?? before.name,
        enabled: input.enabled ?? before.enabled,
        filter: patchValue(input.filter, before.filter),
        plain: next?.plain ?? before.plain,
        credential: next === undefined ? before.credential : outputCredentials.next(before, next),
      };
      const message = problemOf(output);
      if (message !== undefined) return { kind: "refused", message };
      store.update(output);
      record("output_changed", output, caller);
      const decision = decideRun(
        { enabled: before.enabled, state: deps.status(id).state },
        {
          enabled: output.enabled,
          isChanged: input.settings !== undefined || input.filter !== undefined,
          isAsked: input.enabled === true,
        },
      );
      if (decision === "start") start(output);
      if (decision === "stop") await deps.stop(id);
      return { kind: "saved", output: show(output) };
    },
    /** Stops and removes an output; false when there is none. */
    async remove(id: string, caller: Caller): Promise<boolean> {
      const output = store.find(id);
      if (output === undefined) return false;
      store.remove(id);
      record("output_removed", output, caller);
      await deps.remove(id);
      return true;
    },
    /** Switches off an output that has ended by itself. */
    switchOff(id: string): void {
      const output = store.find(id);
      if (output === undefined) return;
      store.update({ ...output, enabled: false });
      record("output_changed", output, { actorId: null });
    },
    /** Starts every enabled output; called once when the station starts. */
    startEnabled(): void {
      for (const output of store.list()) if (output.enabled) start(output);
    },
  };
}
