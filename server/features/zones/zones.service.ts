import type { ZoneSet } from "../../contracts/zones.ts";
import { createSerialQueue } from "../../kernel/serial-queue.ts";
import type { DroppedZone, ZoneDraft, ZoneFormat } from "../../kernel/zone.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { ZonesDeps } from "./zones.deps.ts";
import type { OutlinedZone, ZoneSetModel } from "./zones.store.ts";
import {
  completeZoneSet,
  createOutliner,
  hasZoneSet,
  insertZones,
  insertZoneSet,
  removeIncompleteZones,
  hideZoneSet,
  listZoneSets,
} from "./zones.store.ts";

export type ImportRequest = {
  readonly text: string;
  readonly name: string;
  readonly replaces: string | null;
  readonly skipsBroken: boolean;
  readonly isPreview: boolean;
};

export type ImportOutcome =
  | {
      readonly kind: "read";
      /** Id of the stored set; `null` for a preview. */
      readonly setId: string | null;
      readonly format: ZoneFormat;
      readonly found: number;
      readonly dropped: readonly DroppedZone[];
    }
  | { readonly kind: "missing_set" }
  | { readonly kind: "invalid"; readonly message: string };

/** A zone set of another station. */
export type ZoneSetCopy = {
  readonly set: Pick<ZoneSet, "name" | "format" | "issued" | "valid_from">;
  readonly zones: readonly ZoneDraft[];
  /** Id of the earlier copy on this station. */
  readonly replaces: string | undefined;
};

export type ZonesService = {
  /**
   * Imports all of a file or nothing, in steps that do not block the station; the set becomes visible when complete.
   */
  readonly importFile: (request: ImportRequest) => Promise<ImportOutcome>;
  /** Stores the zones of a peer's set, or replaces an earlier copy; `here` when this station has that issue already. */
  readonly saveCopy: (
    copy: ZoneSetCopy,
  ) => Promise<{ readonly kind: "saved"; readonly id: string } | { readonly kind: "here" }>;
  /** False when there is no such set. */
  readonly removeSet: (id: string) => Promise<boolean>;
};

const ZONES_PER_STEP = 20;

export function createZonesService({ db, clock, ids, decode }: ZonesDeps): ZonesService {
  const outlineOf = createOutliner(db);

  async function outlined(zones: readonly ZoneDraft[]): Promise<{ good: OutlinedZone[]; bad: DroppedZone[] }> {
    const good: OutlinedZone[] = [];
    const bad: DroppedZone[] = [];
    for (const [index, zone] of zones.entries()) {
      const outline = outlineOf(zone);
      if (outline === undefined) bad.push({ where: zone.name, reason: "its outline encloses no area" });
      else good.push({ uuid: ids.random(), zone, outline });
      if (index % ZONES_PER_STEP === ZONES_PER_STEP - 1) await yieldToEventLoop();
    }
    return { good, bad };
  }

  async function sweep(): Promise<void> {
    while (removeIncompleteZones(db, ZONES_PER_STEP)) await yieldToEventLoop();
  }

  /** Imports run one after the other, because each removes incomplete sets. */
  const queue = createSerialQueue();

  async function importFile(request: ImportRequest): Promise<ImportOutcome> {
    if (request.replaces !== null && !hasZoneSet(db, request.replaces)) return { kind: "missing_set" };
    const decoded = await decode(request.text);
    if (decoded.kind === "invalid") return decoded;
    const { good, bad } = await outlined(decoded.zones);
    const dropped = [...decoded.dropped, ...bad];
    const read = { kind: "read", format: decoded.format, found: good.length, dropped } as const;
    if (request.isPreview) return { ...read, setId: null };
    const [first] = dropped;
    if (first !== undefined && (!request.skipsBroken || good.length === 0)) {
      const others = dropped.length === 1 ? "" : `, and ${dropped.length - 1} more`;
      return { kind: "invalid", message: `${first.where} cannot be read: ${first.reason}${others}.` };
    }
    const { format, issuedMs, validFromMs } = decoded;
    const setId = await store({ name: request.name, format, issuedMs, validFromMs }, good, request.replaces);
    return { ...read, setId };
  }

  async function store(
    set: Pick<ZoneSetModel, "name" | "format" | "issuedMs" | "validFromMs">,
    zones: readonly OutlinedZone[],
    replaces: string | null,
  ): Promise<string> {
    // Removes what an interrupted import left behind.
    await sweep();
    const id = ids.random();
    insertZoneSet(db, { ...set, id, importedMs: clock.now() });
    for (let at = 0; at < zones.length; at += ZONES_PER_STEP) {
      insertZones(db, id, zones.slice(at, at + ZONES_PER_STEP));
      await yieldToEventLoop();
    }
    completeZoneSet(db, id, replaces);
    await sweep();
    return id;
  }

  async function saveCopy({ set, zones, replaces }: ZoneSetCopy) {
    const isSame = (one: ZoneSet) => one.name === set.name && one.format === set.format && one.issued === set.issued;
    if (listZoneSets(db).some((one) => one.id !== replaces && isSame(one))) return { kind: "here" } as const;
    const { good } = await outlined(zones);
    const { name, format, issued, valid_from: validFrom } = set;
    const dates = { issuedMs: msOrNull(issued), validFromMs: msOrNull(validFrom) };
    const earlier = replaces !== undefined && hasZoneSet(db, replaces) ? replaces : null;
    return { kind: "saved", id: await store({ name, format, ...dates }, good, earlier) } as const;
  }

  async function removeSet(id: string): Promise<boolean> {
    if (!hasZoneSet(db, id)) return false;
    hideZoneSet(db, id);
    await sweep();
    return true;
  }

  return {
    saveCopy: (copy) => queue.run(() => saveCopy(copy)),
    importFile: (request) => queue.run(() => importFile(request)),
    removeSet: (id) => queue.run(() => removeSet(id)),
  };
}

function msOrNull(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}
