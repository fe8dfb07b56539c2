import type { Command } from "commander";
import type { CommandOptions } from "./command-options.ts";
import type { OutputAddOptions, OutputsOptions } from "./output.run.ts";

const commands = () => import("./output.run.ts");

/** The commands `output …`, for a running station. */
export function addOutputCommands(program: Command, { option, urlOption, tokenOption, run }: CommandOptions): void {
  const outputs = program.command("output").description("Other systems that a running station sends to.");
  const add = (words: string, about: string) =>
    outputs
      .command(words)
      .description(about)
      .addOption(urlOption().makeOptionMandatory())
      .addOption(tokenOption())
      .addOption(option("--json", "JSON", "one JSON object per line").default(false));

  add("list", "All outputs with their state.").action((options: OutputsOptions) =>
    run(async () => (await commands()).outputListCommand(options)),
  );
  add("add <file>", "Add an output: a JSON file in the form of the API, with its name and settings.")
    .addOption(option("--certificate <file>", "OUTPUT_CERTIFICATE", "PEM for TLS to a TAK server"))
    .action((file: string, options: OutputAddOptions) =>
      run(async () => (await commands()).outputAddCommand(file, options)),
    );
  for (const word of ["enable", "disable"] as const) {
    add(`${word} <id>`, `Switch an output ${word === "enable" ? "on" : "off"}.`).action(
      (id: string, options: OutputsOptions) =>
        run(async () => (await commands()).outputSwitchCommand(id, word === "enable", options)),
    );
  }
  add("remove <id>", "Remove an output.").action((id: string, options: OutputsOptions) =>
    run(async () => (await commands()).outputRemoveCommand(id, options)),
  );
}
