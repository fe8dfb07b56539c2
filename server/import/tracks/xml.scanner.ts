import { UnreadableFileError } from "./unreadable-file.error.ts";

/** Receives the parts of an XML document as it arrives. Names are local: without the prefix of their namespace. */
export type XmlListener = {
  /** `attributes` as written in the document (`attributeOf`). */
  readonly open: (name: string, attributes: string) => void;
  /** A part of a text; one text may arrive in several parts. */
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
};

export type XmlScanner = { readonly push: (text: string) => void; readonly end: () => void };

/** A longer tag or comment is invalid. */
const MAX_TAG_CHARS = 1024 * 1024;
const MAX_DEPTH = 256;
/** The length of the longest supported entity, `&#1114111;`. */
const MAX_ENTITY_CHARS = 10;
const BANG = 33;
const DOUBLE_QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const GREATER = 62;
const QUESTION = 63;

/**
 * A scanner of XML for tracks: faster than a parser that validates every name, and as lenient as the readers of GPX
 * are, yet tags must match and end. Entities that a document declares itself are not expanded, so that none can grow
 * without bound.
 */
export function createXmlScanner(listener: XmlListener): XmlScanner {
  let pending = "";
  const stack: string[] = [];
  let isOver = false;
  const locals = new Map<string, string>();

  function localOf(name: string): string {
    let local = locals.get(name);
    if (local === undefined) {
      local = name.slice(name.indexOf(":") + 1);
      // Names are few; those of a hostile file are not kept.
      if (locals.size < 1000) locals.set(name, local);
    }
    return local;
  }

  function takeText(text: string): void {
    if (stack.length > 0) listener.text(text.includes("&") ? unescapeXml(text) : text);
    else if (text.trim() !== "")
      throw new UnreadableFileError("The file is not well-formed XML: there is text outside of it.");
  }

  function openTag(tag: string): void {
    const isEmpty = tag.endsWith("/");
    const space = tag.search(/[\s/]/);
    const name = space < 0 ? tag : tag.slice(0, space);
    if (name === "") throw new UnreadableFileError("The file is not well-formed XML: a tag has no name.");
    if (isOver) throw new UnreadableFileError("The file is not well-formed XML: something follows its end.");
    if (stack.length === MAX_DEPTH)
      throw new UnreadableFileError("The file is not a track: its elements are nested too deeply.");
    const local = localOf(name);
    listener.open(local, space < 0 ? "" : tag.slice(space, isEmpty ? -1 : undefined));
    if (!isEmpty) {
      stack.push(name);
      return;
    }
    listener.close(local);
    isOver = stack.length === 0;
  }

  function closeTag(text: string): void {
    const name = text.trimEnd();
    const open = stack.pop();
    if (open !== name) {
      const found = open === undefined ? "outside the document" : `where </${shown(open)}> was expected`;
      throw new UnreadableFileError(`The file is not well-formed XML: </${shown(name)}> was found ${found}.`);
    }
    listener.close(localOf(name));
    isOver = stack.length === 0;
  }

  /** Processes the markup at `<`; returns where it ends, -1 if its end has not arrived. */
  function markup(text: string, at: number): number {
    const code = text.charCodeAt(at + 1);
    if (code === QUESTION) return endOf(text, "?>", at);
    if (code === BANG) {
      if (text.startsWith("<!--", at)) return endOf(text, "-->", at + 2);
      if (text.startsWith("<![CDATA[", at)) {
        const end = text.indexOf("]]>", at);
        if (end >= 0) listener.text(text.slice(at + 9, end));
        return end < 0 ? -1 : end + 3;
      }
      // Not distinguishable yet.
      if (text.length - at < 9) return -1;
      return doctypeEnd(text, at);
    }
    const end = tagEnd(text, at);
    if (end < 0) return -1;
    if (code === SLASH) closeTag(text.slice(at + 2, end));
    else openTag(text.slice(at + 1, end));
    return end + 1;
  }

  return {
    push(piece) {
      const text = pending + piece;
      let at = 0;
      while (at < text.length) {
        const tag = text.indexOf("<", at);
        if (tag < 0) {
          // An entity may be cut in two.
          const entity = text.lastIndexOf("&");
          const end = entity >= at && text.length - entity < MAX_ENTITY_CHARS ? entity : text.length;
          if (end > at) takeText(text.slice(at, end));
          at = end;
          break;
        }
        if (tag > at) takeText(text.slice(at, tag));
        at = tag;
        const end = tag + 1 < text.length ? markup(text, tag) : -1;
        if (end < 0) break;
        at = end;
      }
      pending = at === text.length ? "" : text.slice(at);
      if (pending.length > MAX_TAG_CHARS)
        throw new UnreadableFileError("The file is not well-formed XML: a tag does not end.");
    },
    end() {
      const open = stack.at(-1);
      if (open !== undefined) throw new UnreadableFileError(`The file is cut off: it ends inside of <${shown(open)}>.`);
      if (!isOver || pending.trim() !== "") throw new UnreadableFileError("The file is not well-formed XML.");
    },
  };
}

/** Value of an attribute, with or without a prefix before its name. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    const before = attributes.charCodeAt(at - 1);
    if (at > 0 && before > 32 && before !== 58) continue;
    let from = at + name.length;
    while (attributes.charCodeAt(from) <= 32) from++;
    if (attributes[from] !== "=") continue;
    from++;
    while (attributes.charCodeAt(from) <= 32) from++;
    const quote = attributes[from];
    if (quote !== '"' && quote !== "'") continue;
    const end = attributes.indexOf(quote, from + 1);
    if (end < 0) return undefined;
    const value = attributes.slice(from + 1, end);
    return value.includes("&") ? unescapeXml(value) : value;
  }
  return undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? -1 : end + mark.length;
}

/** `>` is allowed in the value of an attribute. */
function tagEnd(text: string, from: number): number {
  let quote = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === GREATER) return at;
    else if (code === DOUBLE_QUOTE || code === APOSTROPHE) quote = code;
  }
  return -1;
}

/** A document type with an internal subset has brackets. */
function doctypeEnd(text: string, at: number): number {
  const end = text.indexOf(">", at);
  const bracket = text.indexOf("[", at);
  if (bracket < 0 || (end >= 0 && end < bracket)) return end < 0 ? -1 : end + 1;
  const close = text.indexOf("]", bracket);
  return close < 0 ? -1 : endOf(text, ">", close);
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}
