import type { Link } from "../link.ts";

const CR = 0x0d;
const LF = 0x0a;

const repairedLinks = new WeakSet<Link>();

/**
 * The link with the CR before each LF removed from what arrives: the inverse of the conversion by some ESP consoles. A
 * link that is already repaired is returned unchanged.
 */
export function repairedLink(link: Link): Link {
  if (repairedLinks.has(link)) return link;
  const repaired: Link = {
    ...link,
    onData(listener) {
      const repair = createLineEndingRepair();
      return link.onData((bytes) => {
        const repaired = repair(bytes);
        if (repaired.length > 0) listener(repaired);
      });
    },
  };
  repairedLinks.add(repaired);
  return repaired;
}

/** Removes the CR before each LF from a stream with chunks of any size. A CR at the end waits for the next chunk. */
export function createLineEndingRepair(): (bytes: Uint8Array) => Uint8Array {
  let holdsCr = false;
  return (bytes) => {
    const repaired: number[] = [];
    for (const byte of bytes) {
      if (holdsCr && byte !== LF) repaired.push(CR);
      holdsCr = byte === CR;
      if (!holdsCr) repaired.push(byte);
    }
    return Uint8Array.from(repaired);
  };
}
