import { currentLanguage, currentLocale } from "./language.ts";

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${currentLocale()} ${key}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.NumberFormat(currentLocale(), options);
  formats.set(name, made);
  return made;
}

/** A count or a number as it is, in groups of three digits: `12,345`, `12 345`, `12.345`. */
export function formatNumber(value: number): string {
  return formatOf("plain", {}).format(value);
}

/** A measurement with a number of decimals, without digit groups: `1250.5`, `1250,5`. */
export function formatFixed(value: number, decimals: number): string {
  const fixed = value.toFixed(decimals);
  if (currentLanguage() === "en") return fixed;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return formatOf(`fixed ${decimals}`, options).format(Number(fixed));
}

/** A number that a person has typed, with a point or a comma for decimals; `NaN` where it is none. */
export function numberOf(text: string): number {
  const typed = text.trim();
  return typed === "" ? Number.NaN : Number(typed.replace(",", "."));
}
