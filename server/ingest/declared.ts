import { Buffer } from "node:buffer";
import type { Declared, Identifier } from "../kernel/sighting.ts";
import type { AuthenticationMessage, BasicIdMessage, OdidMessage, SystemMessage } from "./codecs/odid.messages.ts";
import { cleanText, publicOperatorId } from "../kernel/operator-id.rules.ts";
import { printableTextOf } from "./identity.rules.ts";
import { authenticationType, descriptionType, euClassification, identifierType } from "./odid.codes.ts";

/** The declarations of one aircraft so far, collected message by message. */
export type DeclarationState = {
  /** A serial and a registration may be broadcast together. Two of one type are only kept if one frame has both. */
  identifiers: readonly Identifier[];
  /** How many aircraft the identifiers belong to: an aircraft has one of each type. */
  aircraft: number;
  uaType: number | null;
  operatorId: string | null;
  system: SystemMessage | null;
  readonly descriptions: Map<string, string>;
  /** Pages of the last authentication message, by their numbers. */
  readonly pages: Map<number, AuthenticationMessage>;
  hasHadFirstPage: boolean;
  /** Built once until something changes: most frames repeat what is known. */
  snapshot: Declared | null;
};

export function createDeclarationState(): DeclarationState {
  return {
    identifiers: [],
    aircraft: 1,
    uaType: null,
    operatorId: null,
    system: null,
    descriptions: new Map(),
    pages: new Map(),
    hasHadFirstPage: false,
    snapshot: null,
  };
}

/** The identifiers a frame declares, by their declared type; "none" and reserved types declare nothing. */
export function declaredIdentifiers(messages: readonly OdidMessage[]): readonly Identifier[] {
  const found: Identifier[] = [];
  for (const message of messages) {
    if (message.type !== "basic_id") continue;
    const type = identifierType(message.idType);
    if (type === undefined) continue;
    const value = valueOf(type, message);
    if (value !== "") found.push({ type, value });
  }
  return found;
}

/** Adds the declarations of a frame, without its position; `identifiers` are those of its messages. */
export function addDeclarations(
  declarations: DeclarationState,
  messages: readonly OdidMessage[],
  identifiers: readonly Identifier[] = declaredIdentifiers(messages),
): void {
  for (let index = 0; index < identifiers.length; index++) {
    if (hasDeclared(declarations, identifiers[index]!)) continue;
    noteIdentifiers(declarations, identifiers);
    break;
  }
  for (let index = 0; index < messages.length; index++) noteMessage(declarations, messages[index]!);
}

/** Whether this identifier is one of those declared so far. */
export function hasDeclared({ identifiers }: DeclarationState, { type, value }: Identifier): boolean {
  for (let index = 0; index < identifiers.length; index++) {
    const one = identifiers[index]!;
    if (one.type === type && one.value === value) return true;
  }
  return false;
}

/** Whether an identifier of this type is declared. */
export function hasDeclaredType({ identifiers }: DeclarationState, type: Identifier["type"]): boolean {
  return identifiers.some((one) => one.type === type);
}

/** Adds the identifiers of a frame, which replace earlier ones of their types. */
function noteIdentifiers(declarations: DeclarationState, added: readonly Identifier[]): void {
  const known: Identifier[] = declarations.identifiers.filter(({ type }) => added.every((one) => one.type !== type));
  for (const { type, value } of added) {
    if (!known.some((one) => one.type === type && one.value === value)) known.push({ type, value });
  }
  declarations.identifiers = known;
  declarations.aircraft = Math.max(...known.map(({ type }) => known.filter((one) => one.type === type).length));
  declarations.snapshot = null;
}

function noteMessage(declarations: DeclarationState, message: OdidMessage): void {
  switch (message.type) {
    case "basic_id":
      if (message.uaType !== 0 && declarations.uaType !== message.uaType) {
        declarations.uaType = message.uaType;
        declarations.snapshot = null;
      }
      return;
    case "operator_id": {
      const operatorId = publicOperatorId(message.operatorId);
      if (operatorId !== null && operatorId !== declarations.operatorId) {
        declarations.operatorId = operatorId;
        declarations.snapshot = null;
      }
      return;
    }
    case "system":
      // An update of the position (MAVLink 12919) declares no classification: the earlier one stays.
      if (message.classificationType === 0) return;
      if (
        declarations.system?.classificationType !== message.classificationType ||
        declarations.system.categoryEu !== message.categoryEu ||
        declarations.system.classEu !== message.classEu
      ) {
        declarations.snapshot = null;
      }
      declarations.system = message;
      return;
    case "self_id": {
      const type = descriptionType(message.descriptionType);
      const value = cleanText(message.description);
      if (value !== "" && declarations.descriptions.get(type) !== value) {
        declarations.descriptions.set(type, value);
        declarations.snapshot = null;
      }
      return;
    }
    case "authentication":
      if (!isSamePage(declarations.pages.get(message.page), message)) notePage(declarations, message);
      return;
    case "location":
      return;
  }
}

export function declaredOf(declarations: DeclarationState): Declared {
  declarations.snapshot ??= {
    identifiers: declarations.identifiers,
    uaType: declarations.uaType,
    operatorId: declarations.operatorId,
    classification: declarations.system?.classificationType === 1 ? "EU" : null,
    classificationType:
      declarations.system?.classificationType === 1
        ? euClassification(declarations.system.categoryEu, declarations.system.classEu)
        : null,
    descriptions: [...declarations.descriptions].map(([type, value]) => ({ type, value })),
    authentication: assembledPages(declarations.pages),
  };
  return declarations.snapshot;
}

/**
 * A serial number or a registration is text, a UTM assigned id and a session id are bytes. If
 * those bytes are text (a serial number in the wrong field), the text is used, because users search for it.
 */
function valueOf(type: Identifier["type"], { uasId, uasIdHex }: BasicIdMessage): string {
  if (type === "serial_number" || type === "caa_registration_id") return cleanText(uasId);
  const text = printableTextOf(uasIdHex);
  if (text !== undefined) return cleanText(text);
  return type === "utm_assigned_uuid" ? asUuid(uasIdHex) : cleanText(uasId);
}

/** The UTM assigned id is the 16 bytes of a UUID (RFC 9562) and four of padding; all zero stands for none. */
function asUuid(uasIdHex: string): string {
  const hex = uasIdHex.slice(0, 32).toLowerCase();
  if (!/[1-9a-f]/.test(hex)) return "";
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function isSamePage(known: AuthenticationMessage | undefined, page: AuthenticationMessage): boolean {
  return (
    known?.dataHex === page.dataHex &&
    known.authType === page.authType &&
    known.timestampMs === page.timestampMs &&
    known.length === page.length &&
    known.lastPageIndex === page.lastPageIndex
  );
}

/**
 * Adds a page that is not known yet. Pages do not identify their signature. A page whose content differs from the known
 * one of its number, or a first page after another one, belongs to a new signature: nothing of the last one is joined
 * with it.
 */
function notePage(declarations: DeclarationState, page: AuthenticationMessage): void {
  const { pages } = declarations;
  const isFirst = page.page === 0;
  if (pages.has(page.page) || (isFirst && declarations.hasHadFirstPage)) pages.clear();
  if (isFirst) declarations.hasHadFirstPage = true;
  pages.set(page.page, page);
  declarations.snapshot = null;
}

/** Bytes of authentication data on the first page, and on each of the others. */
const FIRST_PAGE_BYTES = 17;
const PAGE_BYTES = 23;

/**
 * The last page that holds data, by its length: before F3411-22a the first page contains the number of pages, since
 * then the index of the last one, which may contain only error correction.
 */
function lastDataPageOf(lastPageIndex: number, length: number | null): number {
  if (length === null) return lastPageIndex;
  return Math.min(lastPageIndex, Math.max(0, Math.ceil((length - FIRST_PAGE_BYTES) / PAGE_BYTES)));
}

/** Joins the pages of an authentication message once all that hold its data are there. */
function assembledPages(pages: ReadonlyMap<number, AuthenticationMessage>): Declared["authentication"] {
  const first = pages.get(0);
  if (first === undefined || first.lastPageIndex === null) return [];
  const parts: string[] = [];
  const last = lastDataPageOf(first.lastPageIndex, first.length);
  for (let page = 0; page <= last; page++) {
    const part = pages.get(page);
    if (part === undefined || part.authType !== first.authType) return [];
    parts.push(part.dataHex);
  }
  const data = Buffer.from(parts.join(""), "hex").subarray(0, first.length ?? undefined);
  if (data.length === 0) return [];
  return [{ type: authenticationType(first.authType), data: data.toString("base64"), timestampMs: first.timestampMs }];
}
