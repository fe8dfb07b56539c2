import { computed, type Ref, ref, shallowRef, watch } from "vue";
import { type Source, SourceSettings } from "../../../../../server/contracts/station.ts";
import { useSources } from "../../api/sources.store.ts";
import { useSubmission } from "../../api/submission.use.ts";
import { useSync } from "../../api/sync.store.ts";
import { desktop } from "../../desktop/desktop-bridge.ts";
import { useText } from "../../text/index.ts";
import { useMapPlace } from "../../ui/map-place.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { emptyDraft, problemOf, type SourceDraft, sourceOf } from "./source-draft.ts";
import { changeOf, draftOf, hasSecret } from "./stored-source.ts";

/** What another page or the desktop asks to add: the kind, and the file or the serial port that it reads. */
export type AskedSource = { readonly kind: Ref<string>; readonly path: Ref<string> };

/** The form that adds or changes a source. */
export function useSourceForm({ kind: adding, path: addingPath }: AskedSource) {
  const { t, labelFor } = useText();
  const sources = useSources();
  const sync = useSync();
  const toasts = useToasts();
  const place = useMapPlace();
  const { isBusy, failure, send } = useSubmission((reason) =>
    t(existing.value ? "addSource.changeFailed" : "addSource.failed", { reason }),
  );

  /** The source that is changed; undefined for a new one. */
  const existing = shallowRef<Source>();
  const draft = ref<SourceDraft>(emptyDraft("file"));
  const isSubmitted = ref(false);

  const isStored = computed(() => existing.value !== undefined && hasSecret(existing.value.settings));
  const problem = computed(() => (isSubmitted.value ? problemOf(draft.value) : undefined));
  const isOpen = computed({
    get: () => adding.value !== "" || existing.value !== undefined,
    set: (isStillOpen) => {
      if (isStillOpen) return;
      adding.value = "";
      addingPath.value = "";
      existing.value = undefined;
    },
  });

  function begin(begun: SourceDraft): void {
    draft.value = begun;
    isSubmitted.value = false;
    failure.value = undefined;
  }

  watch(
    adding,
    (asked) => {
      if (asked === "") return;
      const kinds = SourceSettings.options.map(({ shape }) => shape.kind.value);
      const begun = emptyDraft(kinds.find((kind) => kind === asked) ?? draft.value.kind, place.value);
      if (begun.kind === "file") begun.filePath = addingPath.value;
      else begun.serialPath = addingPath.value;
      begin(begun);
      chooseOnlyPeer();
      if (asked === "file" && addingPath.value === "") void chooseFile();
    },
    { immediate: true },
  );

  /** The peers may come after the form was opened. */
  watch(() => sync.peers, chooseOnlyPeer);

  function chooseOnlyPeer(): void {
    const [only, ...others] = sync.peers ?? [];
    if (draft.value.peer === "" && only && others.length === 0) draft.value.peer = only.id;
  }

  async function chooseFile(): Promise<void> {
    const file = await desktop.openRecording();
    if (file) draft.value.filePath = file.path;
  }

  async function save(): Promise<void> {
    isSubmitted.value = true;
    if (problem.value !== undefined) return;
    const peerName = sync.peers?.find(({ id }) => id === draft.value.peer)?.name;
    const body = sourceOf(draft.value, labelFor("sources.kind", draft.value.kind), peerName);
    const one = existing.value;
    const answer = await send(one === undefined ? sources.add(body) : sources.edit(one.id, changeOf(one, body)));
    if (answer.kind !== "ok") return;
    toasts.show(t(one === undefined ? "sources.added" : "sources.saved", { name: answer.value.name }));
    isOpen.value = false;
  }

  return {
    draft,
    existing,
    isStored,
    isOpen,
    isBusy,
    failure,
    problem,
    save,
    openNew: () => (adding.value = "yes"),
    openExisting(source: Source) {
      existing.value = source;
      begin(draftOf(source, place.value));
    },
  };
}

export type SourceForm = ReturnType<typeof useSourceForm>;
