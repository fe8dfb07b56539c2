import type { AuditEntry } from "../../../../../server/contracts/audit.ts";
import { en } from "../../text/en.ts";

/** Names of accounts by id. */
export type Names = ReadonlyMap<string, string>;

const { audit } = en.administration;

/** The text of an entry for a person to read, with names put in. A kind newer than this console shows as it is. */
export function sentenceOf(entry: AuditEntry, names: Names): string {
  const values: Readonly<Record<string, string>> = {
    person: nameOf(entry.user_id, names),
    actor: actorOf(entry, names),
    client: entry.detail["client_id"] ?? audit.anApplication,
  };
  const sentence = templateOf(entry).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The label of a kind of entry; its own name where it is newer than this console. */
export function auditKindLabel(kind: AuditEntry["kind"]): string {
  return findTemplate(audit.kinds, kind) ?? toPlainText(kind);
}

function templateOf({ kind, user_id: userId, actor_id: actorId }: AuditEntry): string {
  const isOfAnother = userId !== null && actorId !== userId;
  return (
    (userId === null ? findTemplate(audit.anonymous, kind) : undefined) ??
    (isOfAnother ? findTemplate(audit.other, kind) : undefined) ??
    findTemplate(audit.own, kind) ??
    toPlainText(kind)
  );
}

function findTemplate(templates: Readonly<Partial<Record<string, string>>>, kind: string): string | undefined {
  return templates[kind];
}

function toPlainText(kind: string): string {
  return kind.replaceAll("_", " ");
}

function nameOf(userId: string | null, names: Names): string {
  return (userId === null ? undefined : names.get(userId)) ?? audit.removedAccount;
}

/** Without an account it was the station's command line, which has no address, or the console on its own computer. */
function actorOf({ actor_id: actorId, address }: AuditEntry, names: Names): string {
  if (actorId !== null) return nameOf(actorId, names);
  return address === null ? audit.commandLine : audit.localOperator;
}
