import { resolve } from "node:path";
import type { Command } from "commander";
import type { StationLocation } from "./administration.ts";
import { addStationCommand, type CommandOptions } from "./command-options.ts";
import type { MapSetAddOptions } from "./map-set.run.ts";

const commands = () => import("./map-set.run.ts");

/** The commands `map-set …`: maps of the operator that a station serves to every client. */
export function addMapSetCommands(program: Command, shared: CommandOptions): void {
  const { option, run } = shared;
  const parent = program.command("map-set").description("Maps of your own: PMTiles, MBTiles and GeoPackage files.");
  const mapSets = (words: string, about: string) => addStationCommand(parent, { words, about }, shared);

  mapSets("add <file>", "Copy a map into the station, on top of the others.")
    .addOption(option("--name <name>", "NAME", "name of the map; the one in the file by default"))
    .addOption(
      option("--link", "LINK", "leave the file where it is; with --url the path is one of the station's disk").default(
        false,
      ),
    )
    .action((file: string, options: MapSetAddOptions) =>
      run(async () =>
        (await commands()).mapSetAddCommand(options.link && options.url !== undefined ? file : resolve(file), options),
      ),
    );
  mapSets("list", "All maps, the lowest first.").action((options: StationLocation) =>
    run(async () => (await commands()).mapSetListCommand(options)),
  );
  mapSets("remove <id>", "Remove a map; the file of one that was added with --link stays.").action(
    (id: string, options: StationLocation) => run(async () => (await commands()).mapSetRemoveCommand(id, options)),
  );
}
