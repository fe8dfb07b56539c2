import type { AuditEntry } from "../../../../../server/contracts/audit.ts";
import { en } from "../../text/en.ts";

/** Names of accounts by id. */
export type Names = ReadonlyMap<string, string>;

const { audit } = en.administration;

/** The text of an entry for a person to read, with names put in. A kind newer than this console shows as it is. */
export function sentenceOf(entry: AuditEntry, names: Names): string {
  const words: Readonly<Record<string, string>> = {
    person: nameOf(entry.user_id, names),
    actor: actorOf(entry, names),
    client: entry.detail["client_id"] ?? audit.anApplication,
  };
  const sentence = templateOf(entry).replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? "");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** A word for a kind of entry; its own name where it is newer than this console. */
export function auditKindLabel(kind: AuditEntry["kind"]): string {
  return findTemplate(audit.kinds, kind) ?? plain(kind);
}

function templateOf({ kind, user_id: userId, actor_id: actorId }: AuditEntry): string {
  const isOfAnother = userId !== null && actorId !== userId;
  return (
    (userId === null ? findTemplate(audit.nobody, kind) : undefined) ??
    (isOfAnother ? findTemplate(audit.other, kind) : undefined) ??
    findTemplate(audit.own, kind) ??
    plain(kind)
  );
}

function findTemplate(words: Readonly<Partial<Record<string, string>>>, kind: string): string | undefined {
  return words[kind];
}

function plain(kind: string): string {
  return kind.replaceAll("_", " ");
}

function nameOf(userId: string | null, names: Names): string {
  return (userId === null ? undefined : names.get(userId)) ?? audit.removedAccount;
}

/** Whoever acts without an account sits at the station: at its command line, which has no address, or at its console. */
function actorOf({ actor_id: actorId, address }: AuditEntry, names: Names): string {
  if (actorId !== null) return nameOf(actorId, names);
  return address === null ? audit.commandLine : audit.localOperator;
}
