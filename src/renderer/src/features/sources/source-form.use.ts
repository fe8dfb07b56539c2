import { computed, type Ref, watch } from "vue";
import { type Source, SourceSettings } from "../../../../../server/contracts/sources.ts";
import { useEntryForm } from "../../api/entry-form.use.ts";
import { useSources } from "../../api/sources.store.ts";
import { useSync } from "../../api/sync.store.ts";
import { desktop } from "../../desktop/desktop-bridge.ts";
import { useText } from "../../text/index.ts";
import { useMapPlace } from "../../ui/map-place.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { emptyDraft, sourceProblemOf, type SourceDraft, sourceRequestOf, withRequested } from "./source-draft.ts";
import { sourceChangeOf, storedSourceDraftOf, hasSecret } from "./stored-source.ts";

/** A request of another page or the desktop to add a source: its kind, its input, and the options of a serial port. */
export type RequestedSource = {
  readonly kind: Ref<string>;
  /** The file or the serial port. */
  readonly path: Ref<string>;
  readonly protocol: Ref<string>;
  /** Bits per second. */
  readonly rate: Ref<string>;
  readonly repair: Ref<string>;
};

/** The form that adds or changes a source. */
export function useSourceForm({ kind: adding, ...how }: RequestedSource) {
  const { t, labelFor } = useText();
  const sources = useSources();
  const sync = useSync();
  const toasts = useToasts();
  const place = useMapPlace();
  const form = useEntryForm<Source, SourceDraft>({
    name: "source",
    empty: emptyDraft("file"),
    secrets: ["password", "clientSecret"],
    adding,
    toSentence: (reason, source) => t(source ? "addSource.changeFailed" : "addSource.failed", { reason }),
  });
  const { draft, existing, isSubmitted, isOpen, begin, submit } = form;

  const isStored = computed(() => existing.value !== undefined && hasSecret(existing.value.settings));
  const problem = computed(() => (isSubmitted.value ? sourceProblemOf(draft.value) : undefined));

  watch(
    adding,
    (asked) => {
      if (asked === "") return;
      const kinds = SourceSettings.options.map(({ shape }) => shape.kind.value);
      const kind = kinds.find((one) => one === asked);
      begin(emptyDraft(kind ?? draft.value.kind, place.value));
      if (kind) draft.value.kind = kind;
      draft.value = withRequested(draft.value, {
        path: how.path.value,
        protocol: how.protocol.value,
        rate: how.rate.value,
        repair: how.repair.value,
      });
      chooseOnlyPeer();
      if (asked === "file" && draft.value.filePath === "") void chooseFile();
    },
    { immediate: true },
  );
  watch(isOpen, (now) => {
    if (!now) for (const asked of Object.values(how)) asked.value = "";
  });

  /** The peers may be loaded after the form was opened. */
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
    const body = sourceRequestOf(draft.value, labelFor("sources.kind", draft.value.kind), peerName);
    const one = existing.value;
    const saved = await submit(one === undefined ? sources.add(body) : sources.edit(one.id, sourceChangeOf(one, body)));
    if (saved) toasts.show(t(one === undefined ? "connections.added" : "connections.saved", { name: saved.name }));
  }

  return {
    ...form,
    isStored,
    problem,
    save,
    openNew: () => (adding.value = "yes"),
    openExisting: (source: Source) => begin(storedSourceDraftOf(source, place.value), source),
  };
}

export type SourceForm = ReturnType<typeof useSourceForm>;
