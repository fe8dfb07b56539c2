import vue from "@vitejs/plugin-vue";
import { defineConfig } from "electron-vite";
import { BUNDLED_PACKAGES } from "./scripts/release/bundled-packages.ts";
import { plainContractsPlugin } from "./scripts/release/plain-contracts.ts";
import { thirdPartyPlugin } from "./scripts/release/third-party.ts";

/**
 * Three builds: main (with the station process, which carries the server, and its threads), preload, and the console.
 * What stands under `dependencies` in package.json stays outside the bundles, except for the bundled packages;
 * everything else is bundled in.
 */
export default defineConfig({
  main: {
    build: {
      outDir: "out/main",
      externalizeDeps: { exclude: [...BUNDLED_PACKAGES] },
      rolldownOptions: {
        input: {
          index: "src/main/index.ts",
          "station-process": "src/main/station-process.ts",
          // The command line, as `npm test` runs it.
          station: "server/app/cli.ts",
          // Beside the station's code, which looks for them there (`threadEntry` of server/kernel/thread.ts).
          "export-thread": "server/app/threads/export.thread.ts",
          "backup-thread": "server/app/threads/backup.thread.ts",
          "restore-thread": "server/app/threads/restore.thread.ts",
          "check-thread": "server/app/threads/check.thread.ts",
          "decode-thread": "server/app/threads/decode.thread.ts",
          "output-thread": "server/app/threads/output.thread.ts",
          "tile-files-thread": "server/features/map-sets/tile-files.thread.ts",
          "ground-thread": "server/elevation/ground.thread.ts",
          "dji-frames-thread": "server/import/tracks/dji-frames.thread.ts",
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name].chunk.js" },
      },
    },
  },
  preload: {
    build: {
      outDir: "out/preload",
      // A sandboxed preload is one CommonJS file that can require nothing but electron.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: "src/preload/index.ts" },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "src/renderer",
    // The same files are served by a station in a browser, perhaps below another path.
    base: "./",
    plugins: [plainContractsPlugin(), vue(), thirdPartyPlugin(process.cwd())],
    build: {
      outDir: "out/renderer",
      minify: true,
      rolldownOptions: {
        input: "src/renderer/index.html",
        // What many pages share is one file: as pieces of each combination of pages it is thirty, each a request.
        output: { codeSplitting: { groups: [{ name: "core", minShareCount: 4 }] } },
      },
    },
  },
});
