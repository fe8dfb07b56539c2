const CTA_2063_A = /^[0-9A-HJ-NP-Z]{4}([1-9A-F])([0-9A-HJ-NP-Z]+)$/;

/** Shape of a serial number after ANSI/CTA-2063-A: four characters of the maker, one of the length, then that many. */
export function isCta2063Serial(serial: string): boolean {
  const match = CTA_2063_A.exec(serial);
  return match !== null && Number.parseInt(match[1]!, 16) === match[2]!.length;
}
