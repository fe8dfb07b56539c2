import { resolve } from "node:path";
import type { Command } from "commander";
import type { CommandOptions } from "./command-options.ts";
import type { SyncAddOptions, SyncOptions, SyncRunOptions } from "./sync.run.ts";
import type { SyncTakeAlongOptions } from "./sync.take-along.run.ts";

const commands = () => import("./sync.run.ts");

/** The commands `sync …`: peers to synchronise with, such as the cloud instance. */
export function addSyncCommands(
  program: Command,
  { option, dataOption, spatialiteOption, urlOption, tokenOption, logOption, run }: CommandOptions,
): void {
  const parent = program.command("sync").description("Synchronise with a cloud instance, or with another station.");
  const sync = (words: string, about: string) =>
    parent
      .command(words)
      .description(about)
      .addOption(dataOption())
      .addOption(
        option("--user <email>", "USER", "whose peers they are; who administers the station by default, for all peers"),
      )
      .addOption(spatialiteOption())
      .addOption(urlOption())
      .addOption(tokenOption())
      .addOption(logOption("warn"))
      .addOption(option("--json", "JSON", "one JSON object").default(false));

  sync("add <address>", "Add a peer by the address of its API.")
    .addOption(
      option("--token-file <file>", "TOKEN_FILE", "file with a personal access token of the peer").argParser((text) =>
        resolve(text),
      ),
    )
    .addOption(option("--name <text>", "NAME", "name shown for it; its host by default"))
    .addOption(
      option("--allow-plain", "ALLOW_PLAIN", "allow http:// to another computer: all is readable on the way").default(
        false,
      ),
    )
    .addOption(
      option(
        "--fetch-sightings",
        "FETCH_SIGHTINGS",
        "fetch what the peer, another station, received or was sent by others",
      ).default(false),
    )
    .action((address: string, options: SyncAddOptions) =>
      run(async () => (await commands()).syncAddCommand(address, options)),
    );
  sync("run", "Send and fetch everything that can be now; exits with 0 only when nothing is left to send.")
    .addOption(option("--peer <id>", "PEER", "only this peer"))
    .action((options: SyncRunOptions) => run(async () => (await commands()).syncRunCommand(options)));
  sync("take-along", "Fetch what is needed in a region without a network; exits with 0 only when all of it is here.")
    .addOption(option("--peer <id>", "PEER", "the peer; not needed where there is one only"))
    .addOption(
      option("--bbox <box>", "BBOX", "the region: lon_min,lat_min,lon_max,lat_max in degrees").makeOptionMandatory(),
    )
    .addOption(
      option("--days <number>", "DAYS", "operations of so many days back")
        .default(7)
        .argParser((text) => Number(text)),
    )
    .action((options: SyncTakeAlongOptions) =>
      run(async () => (await import("./sync.take-along.run.ts")).syncTakeAlongCommand(options)),
    );
  sync("status", "All peers, and what waits for them.").action((options: SyncOptions) =>
    run(async () => (await commands()).syncStatusCommand(options)),
  );
  sync("items", "What the peers do not have yet, and why.").action((options: SyncOptions) =>
    run(async () => (await import("./sync.items.run.ts")).syncItemsCommand(options)),
  );
  sync("accept <item>", "Accept what is offered instead of what a peer does not take.").action(
    (item: string, options: SyncOptions) =>
      run(async () => (await import("./sync.items.run.ts")).syncAcceptCommand(item, options)),
  );
  sync("conflicts", "What was changed on both sides in different ways.").action((options: SyncOptions) =>
    run(async () => (await commands()).syncConflictsCommand(options)),
  );
  sync("undo <conflict>", "Take a decision back, until it is sent.").action((conflict: string, options: SyncOptions) =>
    run(async () => (await commands()).syncUndoCommand(conflict, options)),
  );
  sync("decide <conflict> <field=choice...>", "Decide a conflict: field=here, field=there, or field=VALUE.").action(
    (conflict: string, choices: string[], options: SyncOptions) =>
      run(async () => (await commands()).syncDecideCommand(conflict, choices, options)),
  );
}
