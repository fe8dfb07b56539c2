/** A text as it is compared in a search: without case, accents and hyphens. */
export function foldText(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[-'’]/g, " ").toLowerCase();
}
