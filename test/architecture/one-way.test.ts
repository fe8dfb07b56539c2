import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openedFeatures } from "./one-way.rules.ts";
import { cruiseTree, networkOutsideApi } from "./tree.cruise.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Files of the console that read something themselves, which is nobody's API, and what it is. */
const ownNetwork: Readonly<Record<string, string>> = {
  "map/towns.worker.ts": "the built-in towns, an asset of the app, read on a thread of its own",
  "map/world.worker.ts": "the built-in world, an asset of the app, read on a thread of its own",
};

describe("this repository", () => {
  test("keeps the one-way rule", async () => {
    const { modules, broken } = await cruiseTree(repository);
    expect(broken).toEqual([]);
    expect(modules).toBeGreaterThan(100);
  });

  test("has no feature of the console that opens itself through others", () => {
    expect(Object.keys(openedFeatures).filter((feature) => openedFrom(feature).has(feature))).toEqual([]);
  });

  test("talks to a station from the console's api only", () => {
    expect(networkOutsideApi(repository).filter((file) => !(file in ownNetwork))).toEqual([]);
  });
});

/** The features that one of them opens, directly or through others. */
function openedFrom(feature: string, found = new Set<string>()): ReadonlySet<string> {
  for (const opened of openedFeatures[feature] ?? []) {
    if (!found.has(opened)) openedFrom(opened, found.add(opened));
  }
  return found;
}

/** Each wrong import, and the rule that must name it. `export {}` files stand for what they import. */
const wrong: readonly (readonly [rule: string, from: string, to: string])[] = [
  ["contracts import zod only", "server/contracts/flights.ts", "node:fs"],
  ["contracts import zod only", "server/contracts/devices.ts", "../kernel/clock.ts"],
  ["kernel: imports point down only", "server/kernel/clock.ts", "../storage/database.ts"],
  ["storage: imports point down only", "server/storage/database.ts", "../features/flights/index.ts"],
  ["features: imports point down only", "server/features/flights/flights.service.ts", "../../export/gpx.ts"],
  ["auth, export, import, elevation, serial: imports point down only", "server/export/gpx.ts", "../http/server.ts"],
  [
    "http, live, ingest, outputs, setup, sync, identity: imports point down only",
    "server/http/server.ts",
    "../app/index.ts",
  ],
  ["live: siblings do not import each other", "server/live/gateway.ts", "../http/server.ts"],
  ["import: siblings do not import each other", "server/import/tlog.ts", "../export/gpx.ts"],
  ["features do not import each other", "server/features/devices/index.ts", "../flights/index.ts"],
  ["only app opens a feature", "server/ingest/pipeline.ts", "../features/flights/index.ts"],
  ["sync opens its own feature only", "server/sync/push.ts", "../features/flights/index.ts"],
  ["a feature has one door", "server/app/compose/station.ts", "../../features/flights/flights.service.ts"],
  ["features see no web and no window", "server/features/users/index.ts", "express"],
  ["only http imports Express", "server/app/start.ts", "express"],
  ["only live imports Socket.IO", "server/sync/push.ts", "socket.io"],
  ["only storage imports SQLite", "server/features/tokens/index.ts", "better-sqlite3"],
  ["the server does not import the desktop", "server/app/window.ts", "electron"],
  ["the server does not import the desktop", "server/app/menu.ts", "../../src/main/index.ts"],
  [
    "the console sees contracts, the bridge and shared sentences only",
    "src/renderer/src/shell/clock.ts",
    "../../../../server/kernel/ids.ts",
  ],
  [
    "the console sees contracts, the bridge and shared sentences only",
    "src/renderer/src/shell/menu.ts",
    "../../../main/index.ts",
  ],
  ["shared sentences import nothing", "src/text/sentence.ts", "../main/index.ts"],
  ["shared sentences import nothing", "src/text/language.ts", "vue"],
  ["the console runs in a page", "src/renderer/src/shell/path.ts", "node:path"],
  ["the console does not import Electron", "src/renderer/src/shell/ipc.ts", "electron"],
  ["main and preload do not import the console", "src/preload/index.ts", "../renderer/src/shell/theme.ts"],
  ["only map imports Leaflet", "src/renderer/src/features/live/draw.ts", "leaflet"],
  ["only map imports Leaflet", "src/renderer/src/features/live/Picture.vue", "leaflet"],
  ["only api talks to a station", "src/renderer/src/tracks/live.ts", "socket.io-client"],
  ["the shared folders of the console import no feature", "src/renderer/src/ui/field.ts", "../features/help/guide.ts"],
  ["the shared folders of the console import no feature", "src/renderer/src/map/view.ts", "../shell/clock.ts"],
  ["features of the console do not import the shell", "src/renderer/src/features/log/table.ts", "../../shell/clock.ts"],
  [
    "features of the console do not import each other, except for those listed",
    "src/renderer/src/features/help/Guide.vue",
    "../log/table.ts",
  ],
  [
    "search of the console opens settings, shortcuts only",
    "src/renderer/src/features/search/find.ts",
    "../log/table.ts",
  ],
];

const right: readonly (readonly [from: string, to: string])[] = [
  ["server/contracts/users.ts", "zod"],
  ["server/app/compose/station.ts", "../../features/users/index.ts"],
  ["server/features/search/search.test.ts", "../flights/flights.service.ts"],
  ["server/http/bind.ts", "express"],
  ["server/sync/pull.ts", "socket.io-client"],
  ["src/main/index.ts", "../../server/app/index.ts"],
  ["src/renderer/src/desktop/bridge.ts", "../../../preload/contract.ts"],
  ["src/renderer/src/api/client.ts", "../../../../server/contracts/users.ts"],
  ["src/renderer/src/map/layer.ts", "leaflet"],
  ["src/renderer/src/text/index.ts", "../../../text/languages.ts"],
  ["src/main/text/desktop-text.ts", "../../text/languages.ts"],
  ["src/renderer/src/features/search/keys.ts", "../shortcuts/commands.ts"],
  ["src/renderer/src/shell/Page.vue", "../features/log/rows.ts"],
];

describe("a tree of wrong imports", () => {
  let root = "";
  let broken: readonly string[] = [];

  beforeAll(async () => {
    root = mkdtempSync(path.join(os.tmpdir(), "one-way-"));
    const imports = [...wrong.map(([, from, to]) => [from, to] as const), ...right];
    for (const [from, to] of imports) if (to.startsWith(".")) write(root, path.posix.join(path.dirname(from), to), []);
    for (const from of new Set(imports.map(([file]) => file))) {
      write(
        root,
        from,
        imports.filter(([file]) => file === from).map(([, to]) => to),
      );
    }
    write(root, "server/kernel/hen.ts", ["./egg.ts"]);
    write(root, "server/kernel/egg.ts", ["./hen.ts"]);
    broken = (await cruiseTree(root)).broken;
  });

  afterAll(() => rmSync(root, { recursive: true }));

  test.each(wrong)("breaks: %s (%s)", (rule, from, to) => {
    const target = to.startsWith(".") ? path.posix.join(path.dirname(from), to) : to.replace("node:", "");
    expect(broken).toContain(`${rule}: ${from} → ${target}`);
  });

  test("breaks: no import cycles", () => {
    expect(broken.filter((line) => line.startsWith("no import cycles: "))).not.toEqual([]);
  });

  test.each(right)("allows %s → %s", (from, to) => {
    const target = to.startsWith(".") ? path.posix.join(path.dirname(from), to) : to;
    expect(broken.filter((line) => line.endsWith(`: ${from} → ${target}`))).toEqual([]);
  });

  test("finds the network outside of api, and not in comments or methods", () => {
    writeText(root, "src/renderer/src/shell/sneaky.ts", "export const get = () => fetch('/x');");
    writeText(root, "src/renderer/src/shell/Socket.vue", "<script setup>new WebSocket(address)</script>");
    writeText(root, "src/renderer/src/shell/calm.ts", "// no fetch() here\nexport const get = () => client.fetch();");
    writeText(root, "src/renderer/src/api/http.ts", "export const get = () => fetch('/x');");
    expect(networkOutsideApi(root).toSorted()).toEqual(["shell/Socket.vue", "shell/sneaky.ts"]);
  });
});

function write(root: string, file: string, imports: readonly string[]): void {
  const code = imports.map((to) => `import "${to}";\n`).join("");
  writeText(root, file, file.endsWith(".vue") ? `<script setup lang="ts">\n${code}</script>\n` : `${code}export {};\n`);
}

function writeText(root: string, file: string, text: string): void {
  const place = path.join(root, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}
