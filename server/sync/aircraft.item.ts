import type { Aircraft, AircraftVendor } from "../contracts/aircraft.ts";
import {
  closeConflict,
  findPendingConflict,
  findRef,
  findRefOfRemote,
  saveRef,
  type OutboxItem,
  updateItem,
} from "../features/sync/index.ts";
import { type Candidate, type Match, matchAfterLostAnswer, matchEqual } from "./record-match.rules.ts";
import { alignAndFinish, openConflict, recordMissingAtPeer, resetLost } from "./entity.item.ts";
import { type Fields, isSame } from "./merge.rules.ts";
import { DONE, done, held, type Held, heldBy, localRefusal, type Outcome } from "./outcome.ts";
import { listAll } from "./peer.pages.ts";
import { finish, type Pass } from "./pass.context.ts";

/** Sends an aircraft, or reconciles both copies. Models are matched by their full name. */
export async function exchangeAircraft(pass: Pass, item: OutboxItem): Promise<Outcome> {
  const { db } = pass.deps;
  const local = await pass.local("getAircraft", { params: { id: item.localId } });
  // A deleted aircraft is not deleted at the peer.
  if (local.status === 404) return finish(pass, item);
  if (local.status !== 200) return localRefusal(local.body);
  const loaded = await modelsOf(pass);
  if (loaded.kind === "held") return loaded;
  const models = loaded.value;
  const here = fieldsOf(local.body as Aircraft, models.here, models);

  const ref = findRef(db, pass.peerId, "aircraft", item.localId);
  if (ref === undefined) return create(pass, item, here, models);
  const answer = await pass.client.call("getAircraft", { params: { id: ref.remoteId } });
  if (answer.kind === "missing") {
    return resetLost(pass, item, ref) ? create(pass, item, here, models) : recordMissingAtPeer(pass, item, ref);
  }
  if (answer.kind !== "ok") return heldBy(answer);
  const there = fieldsOf(answer.body, models.there, models);
  return alignAndFinish(pass, item, {
    kind: "aircraft",
    localId: item.localId,
    remoteId: ref.remoteId,
    base: ref.base,
    here,
    there,
    async changeHere(fields) {
      const body = withModelId(fields, models.here);
      const { status, body: reply } = await pass.local("editAircraft", { params: { id: item.localId }, body });
      return status === 200 ? undefined : JSON.stringify(reply);
    },
    changeThere: (fields) =>
      pass.client.call("editAircraft", { params: { id: ref.remoteId }, body: withModelId(fields, models.there) }),
  });
}

async function create(pass: Pass, item: OutboxItem, here: Fields, models: Models): Promise<Outcome> {
  const { db, clock } = pass.deps;
  // It may have been edited since the request whose response was lost.
  const sent = (item.journal?.["sent"] as Fields | undefined) ?? here;
  const asked = findPendingConflict(db, pass.peerId, "aircraft", item.localId);
  const match = decidedMatch(pass, asked) ?? (await findThere(pass, item, sent, models));
  if (match.kind === "held") return match;
  if (match.kind === "several") {
    const detail = `The peer has ${match.count} aircraft like it: which one it is, only a person knows.`;
    return held({ kind: "needs_person", code: "several_alike", detail });
  }
  if (match.kind === "unsure") {
    askWhich(pass, item, sent, match.candidate);
    return DONE;
  }
  if (match.kind === "one") {
    link(pass, item, match.id, sent);
    // A person's decision about its fields is applied when both sides are reconciled.
    if (asked === undefined && isSame(sent, here)) return finish(pass, item);
    updateItem(db, item.id, { state: "waiting", action: "edit", journal: null });
    return DONE;
  }
  const remote = await listRemote(pass);
  if (remote.kind === "held") return remote;
  const journal = { known: remote.value.map(({ id }) => id), sent: here };
  db.transaction(() => {
    updateItem(db, item.id, { state: "sending", action: "create", journal });
    if (asked !== undefined) closeConflict(db, asked, clock.now());
  }).immediate();
  const answer = await pass.client.call("createAircraft", { body: withModelId(here, models.there) });
  // After a refusal there is no aircraft to search for.
  if (answer.kind !== "ok" && answer.kind !== "failed") updateItem(db, item.id, { journal: null });
  if (answer.kind !== "ok") return heldBy(answer);
  link(pass, item, answer.body.id, here);
  pass.countSent("aircraft");
  return finish(pass, item);
}

/** The decision of a person who was asked which aircraft it is (`askWhich`). */
function decidedMatch({ deps, peerId }: Pass, asked: ReturnType<typeof findPendingConflict>): Match | undefined {
  const decision = asked?.decision?.["id"];
  const there = asked?.fields["id"]?.there;
  if (decision === "here") return { kind: "none" };
  if (decision !== "there" || typeof there !== "string") return undefined;
  // Meanwhile it may have been matched with another aircraft of this station.
  return findRefOfRemote(deps.db, peerId, "aircraft", there) === undefined ? { kind: "one", id: there } : undefined;
}

/** The same aircraft at the peer: after a request whose response was lost, one that is new since then. */
async function findThere(pass: Pass, { journal }: OutboxItem, sent: Fields, models: Models): Promise<Match | Held> {
  const remote = await listRemote(pass);
  if (remote.kind === "held") return remote;
  const candidates = remote.value
    .filter(({ id }) => findRefOfRemote(pass.deps.db, pass.peerId, "aircraft", id) === undefined)
    .map((aircraft) => ({ id: aircraft.id, fields: fieldsOf(aircraft, models.there, models) }));
  if (journal === null) return matchEqual(sent, candidates);
  const known = journal["known"] as readonly string[];
  return matchAfterLostAnswer(
    sent,
    candidates.filter(({ id }) => !known.includes(id)),
  );
}

/**
 * Opens a conflict in the field `id`, as for a flight that a device created there: `there` joins the two, `here` sends
 * another one.
 */
function askWhich(pass: Pass, item: OutboxItem, sent: Fields, { id, fields }: Candidate): void {
  const different = Object.keys(sent).filter((field) => !isSame(sent[field], fields[field]));
  const compared = different.map((field) => [field, { base: sent[field], here: sent[field], there: fields[field] }]);
  pass.deps.db
    .transaction(() => {
      openConflict(pass, item, { id: { base: null, here: item.localId, there: id }, ...Object.fromEntries(compared) });
      // Until that is decided, nothing that is new there is fetched as another aircraft.
      updateItem(pass.deps.db, item.id, { journal: item.journal });
    })
    .immediate();
}

function link({ deps, peerId }: Pass, { localId }: OutboxItem, remoteId: string, base: Fields): void {
  saveRef(deps.db, { peer: peerId, kind: "aircraft", ref: { localId, remoteId, base, goneMs: null } });
}

function listRemote(pass: Pass): Promise<Outcome<readonly Aircraft[]>> {
  const { remoteUser } = pass.peer();
  return listAll(pass, "listAircraft", { query: remoteUser === null ? {} : { owner: remoteUser } }, ({ id }) => id);
}

/** Full names of models by their id, and ids by full name, on each side. */
type ModelList = { readonly nameOf: ReadonlyMap<string, string>; readonly idOf: ReadonlyMap<string, string> };
export type Models = { readonly here: ModelList; readonly there: ModelList };

export function modelsOf(pass: Pass): Promise<Outcome<Models>> {
  return pass.cached("models", async () => {
    const local = await pass.local("listAircraftVendors", {});
    const remote = await pass.client.call("listAircraftVendors");
    if (remote.kind !== "ok") return heldBy(remote);
    return done({
      here: toModelList(local.body as readonly AircraftVendor[]),
      there: toModelList(remote.body),
    });
  });
}

function toModelList(vendors: readonly AircraftVendor[]): ModelList {
  const models = vendors.flatMap((vendor) =>
    vendor.models.map(({ id, name }) => [id, `${vendor.name} ${name}`] as const),
  );
  return { nameOf: new Map(models), idOf: new Map(models.map(([id, name]) => [name.toLowerCase(), id])) };
}

/** A model that one side does not have cannot be compared: it counts as none. */
export function fieldsOf(aircraft: Aircraft, list: ModelList, { here, there }: Models): Fields {
  const model = aircraft.model === null ? undefined : list.nameOf.get(aircraft.model.id)?.toLowerCase();
  const isShared = model !== undefined && here.idOf.has(model) && there.idOf.has(model);
  return {
    name: aircraft.name,
    model: isShared ? model : null,
    weight: aircraft.weight,
    uas_class: aircraft.uas_class,
    endurance: aircraft.endurance,
  };
}

export function withModelId(fields: Fields, list: ModelList): Fields {
  if (!("model" in fields)) return fields;
  const { model } = fields;
  return { ...fields, model: typeof model === "string" ? (list.idOf.get(model) ?? null) : null };
}
