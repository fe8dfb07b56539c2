import { computed, onScopeDispose, type Ref, shallowRef, watch } from "vue";
import type { Annotation, AnnotationList } from "../../../../../server/contracts/annotations.ts";
import { reasonOf } from "../../api/reason.ts";
import { type ApiResult, call, type Failure, routes } from "../../api/station.client.ts";
import { useStationReturn } from "../../api/station-return.use.ts";

export interface Annotations {
  readonly list: Readonly<Ref<AnnotationList | undefined>>;
  readonly hasFailed: Readonly<Ref<boolean>>;
  readonly mine: Readonly<Ref<Annotation | undefined>>;
  readonly others: Readonly<Ref<readonly Annotation[]>>;
  /** Creates or updates the person's own annotation; gives the reason where that failed. */
  save(note: string): Promise<string | undefined>;
  /** Deletes the person's own annotation; gives the reason where that failed. */
  remove(): Promise<string | undefined>;
  /** Writes a deleted annotation again, whichever operation is shown by now; gives the reason where that failed. */
  restore(operationId: string, note: string): Promise<string | undefined>;
}

/** The annotations of an operation. Each person has one; others' are only read. */
export function useAnnotations(id: () => string): Annotations {
  const list = shallowRef<AnnotationList>();
  const failure = shallowRef<Failure>();
  const hasFailed = computed(() => failure.value !== undefined);
  const mine = computed(() => list.value?.items.find(({ can_edit }) => can_edit));
  let loading: AbortController | undefined;

  async function load(): Promise<void> {
    loading?.abort();
    const controller = new AbortController();
    loading = controller;
    const params = { operation_id: id() };
    const answer = await call(routes.listAnnotations, { params, signal: controller.signal });
    if (answer.kind === "cancelled" || controller.signal.aborted) return;
    failure.value = answer.kind === "ok" ? undefined : answer;
    if (answer.kind === "ok") list.value = answer.value;
  }

  async function save(note: string): Promise<string | undefined> {
    const params = { operation_id: id() };
    const answer = mine.value
      ? await call(routes.updateAnnotation, { params: { ...params, user_data_id: mine.value.id }, body: { note } })
      : await call(routes.createAnnotation, { params, body: { note } });
    return reloadAfter(answer);
  }

  async function remove(): Promise<string | undefined> {
    if (!mine.value) return undefined;
    const params = { operation_id: id(), user_data_id: mine.value.id };
    return reloadAfter(await call(routes.deleteAnnotation, { params }));
  }

  async function restore(operationId: string, note: string): Promise<string | undefined> {
    const answer = await call(routes.createAnnotation, { params: { operation_id: operationId }, body: { note } });
    if (answer.kind !== "ok") return reasonOf(answer);
    if (operationId === id()) await load();
    return undefined;
  }

  async function reloadAfter(answer: ApiResult<unknown>): Promise<string | undefined> {
    if (answer.kind !== "ok") return reasonOf(answer);
    await load();
    return undefined;
  }

  watch(
    id,
    () => {
      list.value = undefined;
      void load();
    },
    { immediate: true },
  );
  onScopeDispose(() => loading?.abort());
  useStationReturn(() => failure.value?.kind === "unreachable", load);
  const others = computed(() => list.value?.items.filter(({ can_edit }) => !can_edit) ?? []);
  return { list, hasFailed, mine, others, save, remove, restore };
}
