import { useText } from "../text/index.ts";
import { useToasts } from "../ui/toasts.store.ts";
import { useMapSets } from "./map-sets.store.ts";
import { reasonOf } from "./reason.ts";

/** The outcome of adding a map; `problem` is the sentence why it was not added, undefined where it was cancelled. */
export interface MapAddition {
  readonly isAdded: boolean;
  readonly problem: string | undefined;
}

export interface MapAdding {
  readonly upload: (file: File) => Promise<MapAddition>;
  /** Adds a file where it is, on the station's own computer; for administrators. */
  readonly link: (path: string, name?: string) => Promise<MapAddition>;
}

/** Adds maps to the station, with a message when one was added; where a failure is shown is up to the caller. */
export function useMapAdding(): MapAdding {
  const { t } = useText();
  const mapSets = useMapSets();
  const toasts = useToasts();

  function additionOf(name: string, answer: Awaited<ReturnType<typeof mapSets.link>>): MapAddition {
    if (answer.kind === "ok") {
      toasts.show(t("mapSets.added", { name: answer.value.name }));
      return { isAdded: true, problem: undefined };
    }
    const isCancelled = answer.kind === "cancelled";
    return {
      isAdded: false,
      problem: isCancelled ? undefined : t("mapSets.notAdded", { name, reason: reasonOf(answer) }),
    };
  }

  return {
    upload: async (file) => additionOf(file.name, await mapSets.upload(file)),
    link: async (path, name = path) => additionOf(name, await mapSets.link(path)),
  };
}
