const MAX_NAME_CHARACTERS = 80;

/** A file name from the title of a page, without characters that Windows, macOS or Linux does not allow. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title
    .replace(/[\p{C}<>:"/\\|?*]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_NAME_CHARACTERS)
    .replace(/[. ]+$/, "");
  return `${plain === "" ? "Fieldstation" : plain}.${extension}`;
}
