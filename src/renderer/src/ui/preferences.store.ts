import { usePreferredDark, useStorage } from "@vueuse/core";
import { defineStore } from "pinia";
import { computed, ref, watch } from "vue";
import { desktop } from "../desktop/desktop-bridge.ts";
import type { TimeZoneChoice } from "./times.ts";
import type { UnitSystem } from "./units.ts";

export type ModeChoice = "system" | "day" | "night";
export type Mode = "day" | "night";

/** The preferences of this computer, in the browser's local storage; they need no account. */
export const usePreferences = defineStore("preferences", () => {
  const modeChoice = useStorage<ModeChoice>("fieldstation.mode", "system");
  const units = useStorage<UnitSystem>("fieldstation.units", "metric");
  const zone = useStorage<TimeZoneChoice>("fieldstation.zone", "utc");
  const onlineTiles = useStorage("fieldstation.online-tiles", false);
  /** WCAG 2.1.4: keys without Ctrl can be switched off. */
  const singleKeys = useStorage("fieldstation.single-keys", true);
  const zones = useStorage("fieldstation.zones", true);

  const prefersDark = usePreferredDark();
  /** Something is shown as it is printed: black on white, whatever was chosen. */
  const isPaper = ref(false);
  const mode = computed<Mode>(() =>
    isPaper.value ? "day" : modeChoice.value === "system" ? (prefersDark.value ? "night" : "day") : modeChoice.value,
  );
  watch(
    mode,
    (now) => {
      document.documentElement.dataset["mode"] = now;
    },
    { immediate: true, flush: "sync" },
  );
  watch(
    modeChoice,
    (choice) => void desktop.theme.set(choice === "system" ? "system" : choice === "night" ? "dark" : "light"),
    { immediate: true },
  );

  function toggleMode(): void {
    modeChoice.value = mode.value === "day" ? "night" : "day";
  }

  return { modeChoice, mode, isPaper, units, zone, onlineTiles, singleKeys, zones, toggleMode };
});
