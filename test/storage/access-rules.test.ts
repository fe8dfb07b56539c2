import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessOf, explicitAccess, canRead, canWrite } from "../../server/auth/access.rules.ts";
import { createOperationAccessRules } from "../../server/features/operations/model/operation.access.ts";
import { createSoftDeleteStore } from "../../server/features/operations/control/soft-delete.store.ts";
import { createOperationLoader } from "../../server/features/operations/model/operation.store.ts";
import { createOperationTracks } from "../../server/features/operations/query/operation.tracks.store.ts";
import type { Guarded } from "../../server/kernel/access.ts";
import type { Principal } from "../../server/kernel/principal.ts";
import type { TempStore } from "../../server/storage/temp-store.fixture.ts";
import { openTempStore } from "../../server/storage/temp-store.fixture.ts";

/**
 * Access is decided by rules (`server/auth/access.rules.ts`), and by conditions in SQL where rows are chosen: they must
 * say the same. Two suboperations are in the first operation; the second one was merged into it, or stands alone.
 */
const PEOPLE = ["ada", "bob"] as const;
const level = fc.constantFrom("read", "write");
const person = fc.constantFrom(...PEOPLE);
const suboperation = fc.record({ owner: fc.option(person), isPrivate: fc.boolean(), operation: fc.constantFrom(1, 2) });
const given = fc.record({
  whole: fc.uniqueArray(
    fc.record({ user: person, operation: fc.constantFrom(1, 2), owner: fc.option(person), level }),
    { maxLength: 4, selector: ({ user, operation, owner }) => `${user} ${operation} ${owner}` },
  ),
  single: fc.uniqueArray(fc.record({ user: person, suboperation: fc.constantFrom(1, 2, 3), level }), {
    maxLength: 3,
    selector: ({ user, suboperation: one }) => `${user} ${one}`,
  }),
});
const asker = fc.record({ userId: person, isAdministrator: fc.boolean() });

let temp: TempStore;
beforeAll(() => {
  temp = openTempStore();
  // The people are names only: what an account is does not matter here.
  temp.store.writer.pragma("foreign_keys = OFF");
  temp.store.writer.pragma("synchronous = OFF");
});
afterAll(() => temp[Symbol.dispose]());

it("SQL and the rules of access agree on who may read and write which suboperation", () => {
  const { writer, reader } = temp.store;
  const tracks = createOperationTracks(reader, writer);
  const rules = createOperationAccessRules(reader, { accessOf, explicitAccess });
  const load = createOperationLoader(reader);
  const insertOperation = writer.prepare(
    "INSERT INTO operation (id, uuid, created_ms, updated_ms, first_ms, last_ms, merged_into) VALUES (?, ?, 0, 0, 0, 0, ?)",
  );
  const insertSuboperation = writer.prepare(
    `INSERT INTO suboperation (id, uuid, operation, owner, is_private, sensor_id, technology, source_type, created_ms,
       updated_ms, first_ms, last_ms, record_count, west_e7, south_e7, east_e7, north_e7, identifiers, descriptions,
       authentication, warnings, link_reason, link_confidence, is_pinned)
     VALUES (?, ?, ?, ?, ?, 'roof', 'wifi_beacon', 'rid_receiver', 0, 0, 0, 0, 1, 0, 0, 0, 0, '[]', '[]', '[]', '[]',
       'first_seen', 1, 0)`,
  );
  const whole = writer.prepare("INSERT INTO operation_access (user, operation, owner, level) VALUES (?, ?, ?, ?)");
  const single = writer.prepare("INSERT INTO suboperation_access (user, suboperation, level) VALUES (?, ?, ?)");
  const agrees = fc.property(
    fc.tuple(suboperation, suboperation, suboperation),
    given,
    asker,
    fc.record({ isMerged: fc.boolean(), isPublicExcluded: fc.boolean() }),
    (suboperations, shares, who, { isMerged, isPublicExcluded }) => {
      writer.exec("DELETE FROM operation_access; DELETE FROM suboperation_access; DELETE FROM suboperation");
      writer.exec("UPDATE operation SET merged_into = NULL; DELETE FROM operation");
      insertOperation.run(1, "o-1", null);
      insertOperation.run(2, "o-2", isMerged ? 1 : null);
      const homeOf = (number: number) => (isMerged ? 1 : number);
      for (const [index, one] of suboperations.entries()) {
        insertSuboperation.run(index + 1, `s-${index + 1}`, homeOf(one.operation), one.owner, Number(one.isPrivate));
      }
      for (const one of shares.whole) whole.run(one.user, one.operation, one.owner ?? "", one.level);
      for (const one of shares.single) single.run(one.user, one.suboperation, one.level);

      const caller: Principal = { ...who, credential: "oidc" };
      const guarded = suboperations.map((one, index): Guarded => ({
        ownerId: one.owner,
        isPublic: !one.isPrivate,
        shares: [
          ...shares.whole.filter(
            (share) => homeOf(share.operation) === homeOf(one.operation) && share.owner === one.owner,
          ),
          ...shares.single.filter((share) => share.suboperation === index + 1),
        ].map((share) => ({ userId: share.user, level: share.level })),
      }));
      const numbersOf = (isKept: (thing: Guarded) => boolean) =>
        guarded.flatMap((thing, index) => (isKept(thing) ? [index + 1] : []));
      const toRead = numbersOf((thing) => canRead(caller, thing, isPublicExcluded));
      const toWrite = numbersOf((thing) => canWrite(caller, thing));

      const viewer = { caller, isPublicExcluded };
      const chosen = tracks.tracksByNumber(new Set([1, 2, 3]), false, viewer).map((track) => track.suboperation);
      expect(chosen.toSorted()).toEqual(toRead);
      const narrowed = rules.filterReadable(load([1, 2]), viewer).flatMap(({ suboperations }) => suboperations);
      expect(narrowed.map(({ id }) => id).toSorted()).toEqual(toRead);

      const softDelete = createSoftDeleteStore(writer);
      softDelete.markDeleted([1, 2, 3], 1);
      const { listed, total } = softDelete.listDeleted(viewer, { limit: 9, offset: 0 });
      const removable = listed.map((one) => one.operation);
      expect(total).toBe(removable.length);
      const homes = new Set(toWrite.map((number) => homeOf(suboperations[number - 1]!.operation)));
      expect(removable.toSorted()).toEqual([...homes].toSorted());
    },
  );
  fc.assert(agrees, { numRuns: 300 });
});
