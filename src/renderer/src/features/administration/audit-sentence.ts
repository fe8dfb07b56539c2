import type { AuditEntry } from "../../../../../server/contracts/audit.ts";
import { type TextValues, useText } from "../../text/index.ts";

/** Names of accounts by id. */
export type Names = ReadonlyMap<string, string>;

const { t, find } = useText();

/** The sentence of an entry, with names instead of ids. A kind newer than this console is shown as it is. */
export function auditSentenceOf(entry: AuditEntry, names: Names): string {
  const values = {
    person: nameOf(entry.user_id, names),
    actor: actorOf(entry, names),
    title: entry.detail["title"] ?? "",
    client: entry.detail["client_id"] ?? t("administration.audit.anApplication"),
  };
  const sentence = findSentence(entry, values);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** The label of a kind of entry; its own name where it is newer than this console. */
export function auditKindLabel(kind: AuditEntry["kind"]): string {
  return find(`administration.audit.kinds.${kind}`) ?? toPlainText(kind);
}

function findSentence({ kind, user_id: userId, actor_id: actorId }: AuditEntry, values: TextValues): string {
  const isOfAnother = userId !== null && actorId !== userId;
  return (
    (userId === null ? find(`administration.audit.anonymous.${kind}`, values) : undefined) ??
    (isOfAnother ? find(`administration.audit.other.${kind}`, values) : undefined) ??
    find(`administration.audit.own.${kind}`, values) ??
    toPlainText(kind)
  );
}

function toPlainText(kind: string): string {
  return kind.replaceAll("_", " ");
}

function nameOf(userId: string | null, names: Names): string {
  return (userId === null ? undefined : names.get(userId)) ?? t("administration.audit.removedAccount");
}

/** Without an account it was the station's command line, which has no address, or the console on its own computer. */
function actorOf({ actor_id: actorId, address }: AuditEntry, names: Names): string {
  if (actorId !== null) return nameOf(actorId, names);
  return t(address === null ? "administration.audit.commandLine" : "administration.audit.localOperator");
}
