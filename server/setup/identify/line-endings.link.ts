import type { Link } from "../link.ts";

const CR = 0x0d;
const LF = 0x0a;

const repairedLinks = new WeakSet<Link>();

/**
 * The link with the CR before each LF taken out of what arrives: the inverse of what some ESP consoles do to it. A link
 * that is repaired already stays as it is.
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

/** Takes the CR before each LF out of a stream in pieces of any size. A CR at its end waits for what follows it. */
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
