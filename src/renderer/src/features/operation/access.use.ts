import { type Ref, ref, shallowRef } from "vue";
import type { AccessLevel, OperationAccess, Visibility } from "../../../../../server/contracts/operation-access.ts";
import { reasonOf } from "../../api/reason.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";
import { useStationReturn } from "../../api/station-return.use.ts";

export interface AccessState {
  readonly access: Readonly<Ref<OperationAccess | undefined>>;
  /** Why the last action failed, as a sentence. */
  readonly failure: Readonly<Ref<string | undefined>>;
  load(): Promise<void>;
  setVisibility(visibility: Visibility): Promise<void>;
  /** `person`: an account id, or an e-mail address where the caller administers the station. */
  share(person: string, level: AccessLevel): Promise<boolean>;
  unshare(userId: string): Promise<void>;
}

/** Who may see and change an operation. */
export function useAccess(id: () => string): AccessState {
  const access = shallowRef<OperationAccess>();
  const failure = ref<string>();
  let isUnreachable = false;

  async function load(): Promise<void> {
    access.value = undefined;
    const answer = await call(routes.getOperationAccess, { params: { operation_id: id() } });
    isUnreachable = answer.kind === "unreachable";
    applyAnswer(answer);
  }

  async function setVisibility(visibility: Visibility): Promise<void> {
    applyAnswer(await call(routes.updateOperationAccess, { params: { operation_id: id() }, body: { visibility } }));
  }

  async function share(person: string, level: AccessLevel): Promise<boolean> {
    const params = { operation_id: id(), user_id: person };
    return applyAnswer(await call(routes.shareOperation, { params, body: { level } }));
  }

  async function unshare(userId: string): Promise<void> {
    const params = { operation_id: id(), user_id: userId };
    const answer = await call(routes.unshareOperation, { params });
    if (answer.kind === "ok") applyAnswer(await call(routes.getOperationAccess, { params: { operation_id: id() } }));
    else failure.value = reasonOf(answer);
  }

  function applyAnswer(answer: ApiResult<OperationAccess>): boolean {
    failure.value = answer.kind === "ok" || answer.kind === "cancelled" ? undefined : reasonOf(answer);
    if (answer.kind === "ok") access.value = answer.value;
    return answer.kind === "ok";
  }

  useStationReturn(() => access.value === undefined && isUnreachable, load);

  return { access, failure, load, setVisibility, share, unshare };
}
