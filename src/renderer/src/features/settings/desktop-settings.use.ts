import { computed, type ComputedRef, onScopeDispose, shallowRef, type ShallowRef, type WritableComputedRef } from "vue";
import type { DesktopSettings, SaveResult, UpdateState } from "../../../../preload/contract.ts";
import { desktop } from "../../desktop/desktop-bridge.ts";
import { useText } from "../../text/index.ts";
import { usePreferences } from "../../ui/preferences.store.ts";
import { formatDateTime } from "../../ui/times.ts";
import { useToasts } from "../../ui/toasts.store.ts";

export interface DesktopSettingsForm {
  /** Undefined until the app has answered. */
  readonly settings: Readonly<ShallowRef<DesktopSettings | undefined>>;
  readonly update: Readonly<ShallowRef<UpdateState>>;
  readonly updateText: ComputedRef<string>;
  /** A setting as a field of a form. */
  field<Name extends keyof DesktopSettings>(name: Name): WritableComputedRef<DesktopSettings[Name]>;
  check(): Promise<void>;
  saveDiagnostics(): Promise<void>;
  showLogs(): Promise<void>;
  /** The size of the cache of pages and the online map; undefined until it is known. */
  readonly cacheBytes: Readonly<ShallowRef<number | undefined>>;
  clearCache(): Promise<void>;
}

/** Shown nowhere: the form appears when the app has answered. */
const unknownSettings: DesktopSettings = {
  keepReceiving: "ask",
  preventSleep: false,
  notifyAlerts: false,
  checkUpdates: false,
  keyInKeychain: false,
};

/** The settings of the app on this computer, which main keeps. */
export function useDesktopSettings(): DesktopSettingsForm {
  const { t } = useText();
  const preferences = usePreferences();
  const toasts = useToasts();
  const settings = shallowRef<DesktopSettings>();
  const update = shallowRef<UpdateState>({ kind: "not-checked" });

  onScopeDispose(desktop.settings.onState((now) => (settings.value = now)));
  onScopeDispose(desktop.updates.onState((now) => (update.value = now)));

  const cacheBytes = shallowRef<number>();
  const measureCache = async (): Promise<void> => {
    cacheBytes.value = await desktop.cache.sizeBytes();
  };
  void measureCache();

  function tell(result: SaveResult): void {
    if (result.kind === "saved") toasts.show(t("desktopApp.saved", { name: result.name }));
    if (result.kind === "failed") toasts.show(t("desktopApp.saveFailed", { reason: result.reason }), "danger");
  }

  function updateText(): string {
    const state = update.value;
    switch (state.kind) {
      case "unavailable":
        return t("desktopApp.updateStates.unavailable");
      case "not-checked":
        return t("desktopApp.updateStates.notChecked");
      case "checking":
        return t("desktopApp.updateStates.checking");
      case "newest":
        return t("desktopApp.updateStates.newest", { time: formatDateTime(state.checkedAtMs, preferences.zone) });
      case "newer":
        return t("desktopApp.updateStates.newer", { version: state.version });
      case "failed":
        return t(`desktopApp.updateStates.${state.reason}`);
    }
  }

  return {
    settings,
    update,
    updateText: computed(updateText),
    field: (name) =>
      computed({
        get: () => (settings.value ?? unknownSettings)[name],
        set: (value) => void desktop.settings.change({ [name]: value }),
      }),
    check: desktop.updates.check,
    saveDiagnostics: async () => tell(await desktop.saveDiagnostics()),
    showLogs: async () => {
      const reason = await desktop.showLogs();
      if (reason !== "") toasts.show(t("desktopApp.logsFailed", { reason }), "danger");
    },
    cacheBytes,
    clearCache: async () => {
      await desktop.cache.clear();
      await measureCache();
    },
  };
}
