import type { TextKey } from "../../text/index.ts";

export interface SettingsSectionEntry {
  readonly name: SettingsSectionName;
  readonly title: TextKey;
}

/** Whom a section is for: everybody, administrators, or the person at the desktop. */
type Audience = "all" | "administrator" | "desktop";

/** The sections of Settings, in their order on the page. */
const SECTIONS = [
  { name: "display", title: "settings.display", audience: "all" },
  { name: "desktop", title: "desktopApp.title", audience: "desktop" },
  { name: "retention", title: "retention.title", audience: "administrator" },
  { name: "raw-frames", title: "rawFrames.title", audience: "administrator" },
  { name: "backups", title: "backups.title", audience: "administrator" },
  { name: "map-sets", title: "mapSets.title", audience: "all" },
  { name: "zones", title: "zones.settings.title", audience: "administrator" },
  { name: "api", title: "settings.api", audience: "all" },
  { name: "about", title: "settings.about", audience: "all" },
] as const satisfies readonly { readonly name: string; readonly title: TextKey; readonly audience: Audience }[];

export type SettingsSectionName = (typeof SECTIONS)[number]["name"];

/** The sections that are shown to a person; Settings shows these, and Find finds them. */
export function settingsSectionsFor(person: {
  readonly isAdministrator: boolean;
  readonly isDesktop: boolean;
}): readonly SettingsSectionEntry[] {
  const isFor: Readonly<Record<Audience, boolean>> = {
    all: true,
    administrator: person.isAdministrator,
    desktop: person.isDesktop,
  };
  return SECTIONS.filter(({ audience }) => isFor[audience]);
}
