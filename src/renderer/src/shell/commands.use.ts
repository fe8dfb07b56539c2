import { useEventListener } from "@vueuse/core";
import { computed, ref } from "vue";
import { useRouter } from "vue-router";
import { useIsAdministrator } from "../api/administrator.use.ts";
import { useAcknowledgeFirst } from "../features/alerts/acknowledge-first.use.ts";
import { NO_FILTER, queryOfFilter } from "../features/filters/operation-filter.ts";
import type { Period } from "../features/log/period.ts";
import type { FoundTarget } from "../features/search/find.rules.ts";
import { searchTargetOf } from "../features/search/search-target.ts";
import {
  type ActionName,
  canRunUnder,
  type Command,
  commandOf,
  commandsFor,
  isBrowserKey,
  isTypingIn,
  type PageCover,
} from "../features/shortcuts/commands.ts";
import { useText } from "../text/index.ts";
import { type PageRequest, type PanelRequest, requestOfPage } from "../ui/page-request.ts";
import { usePreferences } from "../ui/preferences.store.ts";
import { useToasts } from "../ui/toasts.store.ts";
import { formatMapCamera } from "../map/map-camera.ts";

const AIRCRAFT_ZOOM = 14;

/** The commands of the console, bound to their keys; the search and the list of shortcuts show the same ones. */
export function useCommands() {
  const { t } = useText();
  const router = useRouter();
  const preferences = usePreferences();
  const toasts = useToasts();
  const isAdministrator = useIsAdministrator();
  const isFindOpen = ref(false);
  const areShortcutsOpen = ref(false);
  const isHelpOpen = ref(false);
  const commands = computed(() => commandsFor(isAdministrator.value));

  async function request(page: string, wanted: PageRequest): Promise<void> {
    if (router.currentRoute.value.name !== page) await router.push({ name: page });
    requestOfPage(wanted);
  }

  /** The page with a list, a map and a card that is open, or else the live map. */
  const pageWithPanels = () => (router.currentRoute.value.name === "log" ? "log" : "live");
  const requestOfPanels = (wanted: PanelRequest) => request(pageWithPanels(), wanted);

  const actions: Readonly<Record<ActionName, () => unknown>> = {
    find: () => (isFindOpen.value = true),
    shortcuts: () => (areShortcutsOpen.value = true),
    help: () => (isHelpOpen.value = true),
    undo: () => toasts.actOnNewest() || toasts.show(t("commands.nothingToUndo")),
    acknowledge: useAcknowledgeFirst(),
    plan: () => router.push({ name: "plan" }),
    import: () => request("flights", "import"),
    replay: () => request("live", "replay"),
    backToLive: () => request("live", "backToLive"),
    measure: () => request("live", "measure"),
    fit: () => request("live", "fit"),
    export: () => request(pageWithPanels(), "export"),
    night: () => preferences.toggleMode(),
    setUp: () => router.push({ name: "setup" }),
    firstSteps: () => router.push({ name: "welcome" }),
    newAlertRule: () => router.push({ name: "alert-rule" }),
    moveList: () => requestOfPanels("moveList"),
    moveCard: () => requestOfPanels("moveCard"),
    moveTimeline: () => request("live", "moveTimeline"),
    foldList: () => requestOfPanels("foldList"),
    foldCard: () => requestOfPanels("foldCard"),
    foldTimeline: () => request("live", "foldTimeline"),
    usualLayout: () => requestOfPanels("usualLayout"),
  };

  function run({ does }: Command): void {
    if ("page" in does) void router.push({ name: does.page });
    else actions[does.action]();
  }

  async function open(target: FoundTarget): Promise<void> {
    if (target.kind === "command") run(target.command);
    else if (target.kind === "object") await router.push(searchTargetOf(target.object));
    else if (target.kind === "place") {
      const { query, name } = router.currentRoute.value;
      const at = formatMapCamera({ ...target.place, zoom: target.zoom });
      await router.push({ name: "live", query: { ...(name === "live" ? query : {}), at } });
    } else if (target.kind === "log") {
      await router.push({
        name: "log",
        query: { period: "all" satisfies Period, ...queryOfFilter({ ...NO_FILTER, text: target.text }) },
      });
    } else {
      const at = target.place && formatMapCamera({ ...target.place, zoom: AIRCRAFT_ZOOM });
      // Without filters, which might hide it, and not in a past time.
      await router.push({ name: "live", query: { aircraft: target.operationId, ...(at ? { at } : {}) } });
    }
  }

  useEventListener(window, "keydown", (event) => {
    const place = { isTyping: isTypingIn(event.target), areSingleKeysOn: preferences.singleKeys };
    const command = event.defaultPrevented ? undefined : commandOf(event, place, commands.value);
    if (!command) return;
    const isRun = canRunUnder(pageCover(), command);
    if (isRun || isBrowserKey(event)) event.preventDefault();
    if (isRun) run(command);
  });

  return {
    commands,
    labelOf: ({ does, label }: Command): string => ("page" in does ? t("commands.goTo", { page: t(label) }) : t(label)),
    isFindOpen,
    areShortcutsOpen,
    isHelpOpen,
    open,
  };
}

function pageCover(): PageCover {
  if (document.querySelector("[role=menu]")) return "menu";
  return document.querySelector("[role=dialog], [role=alertdialog]") ? "dialog" : undefined;
}
