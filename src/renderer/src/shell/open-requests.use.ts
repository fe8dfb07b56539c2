import { onScopeDispose } from "vue";
import type { Router } from "vue-router";
import type { OpenedFile, OpenRequest } from "../../../preload/contract.ts";
import { useMapAdding } from "../api/map-adding.use.ts";
import { useMapSets } from "../api/map-sets.store.ts";
import { desktop } from "../desktop/desktop-bridge.ts";
import { readOpenedFile } from "../desktop/opened-file.ts";
import { useOpenedFlightLogs } from "../features/flights/opened-flight-logs.store.ts";
import { useText } from "../text/index.ts";
import { useToasts } from "../ui/toasts.store.ts";
import { routeOfLink } from "./link-route.ts";

/** Opens the page that handles a file or link which was opened with the app. */
export function useOpenRequests(router: Router): void {
  const { t } = useText();
  const toasts = useToasts();
  const logs = useOpenedFlightLogs();
  const mapSets = useMapSets();
  const adding = useMapAdding();

  async function openLogs(opened: readonly OpenedFile[]): Promise<void> {
    const files: File[] = [];
    for (const one of opened) {
      const file = await readOpenedFile(one);
      if (file) files.push(file);
      else toasts.show(t("desktopApp.opened.unreadable", { name: one.name }), "danger");
    }
    if (files.length === 0) return;
    logs.add(files);
    await router.push({ name: "flights" });
  }

  async function addMap({ name, path }: OpenedFile): Promise<void> {
    await router.push({ name: "live" });
    mapSets.isPanelOpen = true;
    const { problem } = await adding.link(path, name);
    if (problem !== undefined) toasts.show(problem, "danger");
  }

  async function open(request: OpenRequest): Promise<void> {
    switch (request.kind) {
      case "logs":
        return openLogs(request.files);
      case "recording":
        return void (await router.push({ name: "sources", query: { add: "file", path: request.file.path } }));
      case "map-set":
        return addMap(request.file);
      case "link":
        return void (await router.push(routeOfLink(request.link)));
      case "refused": {
        const { name, reason } = request;
        toasts.show(t(`desktopApp.opened.refused.${reason}`, { name }), "danger");
      }
    }
  }

  /** Handled one after the other; the page of the last one stays open. */
  async function openAll(): Promise<void> {
    for (const request of await desktop.openRequests.take()) await open(request);
  }

  onScopeDispose(desktop.openRequests.onWaiting(() => void openAll()));
}
