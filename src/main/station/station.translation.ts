import type { StationState } from "../../preload/contract.ts";
import { fillIn } from "../../text/sentence.ts";
import { stationStart as cs } from "../../text/station-start/cs.ts";
import { stationStart as de } from "../../text/station-start/de.ts";
import { stationStart as en } from "../../text/station-start/en.ts";
import { createSentenceFinder, translateStationText } from "../../text/station-sentence.ts";
import { sentencesByKey } from "../../text/translation.rules.ts";
import { currentDesktopLanguage } from "../text/desktop-text.ts";

const english = sentencesByKey(en);
const sentences = { en: english, cs: sentencesByKey(cs), de: sentencesByKey(de) };
const find = createSentenceFinder(english);

/**
 * The station's messages about its start and its end, in the language of the desktop; unchanged where there is no
 * translation.
 */
export function translateStation(message: string): string {
  const language = currentDesktopLanguage();
  if (language === "en") return message;
  const translate = (key: string, values: Readonly<Record<string, string>>) =>
    fillIn(sentences[language].get(key) ?? english.get(key) ?? key, values);
  return translateStationText(message, { find, translate });
}

/** A state of the station as a page shows it: the log and the diagnostics keep the English one. */
export function translateState(state: StationState): StationState {
  switch (state.kind) {
    case "failed":
      return { ...state, message: translateStation(state.message) };
    case "restarting":
      return { ...state, reason: translateStation(state.reason) };
    case "running":
      return state.notice === undefined ? state : { ...state, notice: translateStation(state.notice) };
    case "starting":
    case "stopping":
      return state;
  }
}
