import { usePreferredDark, usePreferredLanguages, useStorage } from "@vueuse/core";
import { defineStore } from "pinia";
import { computed, ref, watch } from "vue";
import { type Mode, MODES } from "../../../../server/contracts/modes.ts";
import { desktop } from "../desktop/desktop-bridge.ts";
import { currentLanguage, type LanguageChoice, languageOf } from "../text/language.ts";
import { showLanguage } from "../text/index.ts";
import { modeCookie, type ModeChoice } from "./mode-cookie.ts";
import type { TimeZoneChoice } from "./times.ts";
import type { UnitSystem } from "./units.ts";

export type { Mode };

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
  /** The page is shown as it is printed: black on white, whatever the mode. */
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
    (choice) => void desktop.theme.set(choice === "day" ? "light" : choice === "night" ? "dark" : choice),
    { immediate: true },
  );
  watch(
    modeChoice,
    (choice) => {
      document.cookie = modeCookie(choice, location);
    },
    { immediate: true },
  );

  const nextMode = computed<Mode>(() => MODES[(MODES.indexOf(mode.value) + 1) % MODES.length] ?? "day");
  function toggleMode(): void {
    modeChoice.value = nextMode.value;
  }

  const languageChoice = useStorage<LanguageChoice>("fieldstation.language", "system");
  const preferredLanguages = usePreferredLanguages();
  const language = computed(() => languageOf(languageChoice.value, preferredLanguages.value));
  // If its sentences cannot be loaded, for example while the station is not reachable, the language stays as it was.
  watch(
    language,
    (wanted) =>
      showLanguage(wanted)
        .catch(() => undefined)
        .then(() => desktop.language.set(currentLanguage())),
    { immediate: true },
  );
  watch(
    currentLanguage,
    (shown) => {
      document.documentElement.lang = shown;
    },
    { immediate: true, flush: "sync" },
  );

  return {
    modeChoice,
    mode,
    nextMode,
    isPaper,
    languageChoice,
    language,
    units,
    zone,
    onlineTiles,
    singleKeys,
    zones,
    toggleMode,
  };
});
