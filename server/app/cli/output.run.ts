import { readFileSync } from "node:fs";
import type { Output } from "../../contracts/outputs.ts";
import { fetchFromStation } from "./remote-station.ts";

export type OutputsOptions = { readonly url: string; readonly token?: string; readonly json: boolean };
export type OutputAddOptions = OutputsOptions & { readonly certificate?: string };

const PATH = "/station/v1/outputs";
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

export async function listOutputsCommand(station: OutputsOptions): Promise<number> {
  return print(station, (await (await fetchFromStation(station, PATH)).json()) as readonly Output[]);
}

/** Credentials come from files, because others on the computer can see the arguments of a command. */
export async function addOutputCommand(file: string, { certificate, ...station }: OutputAddOptions): Promise<number> {
  const output = JSON.parse(readFileSync(file, "utf8")) as { readonly settings?: object };
  const pem = certificate === undefined ? {} : { certificate: readFileSync(certificate, "utf8") };
  const body = { ...output, settings: { ...output.settings, ...pem } };
  return print(station, [await send(station, PATH, "POST", body)]);
}

export async function switchOutputCommand(id: string, enabled: boolean, station: OutputsOptions): Promise<number> {
  return print(station, [await send(station, pathOf(id), "PATCH", { enabled })]);
}

export async function removeOutputCommand(id: string, station: OutputsOptions): Promise<number> {
  await fetchFromStation(station, pathOf(id), { method: "DELETE" });
  return 0;
}

async function send(station: OutputsOptions, path: string, method: string, body: unknown): Promise<Output> {
  return (await (await fetchFromStation(station, path, { method, body })).json()) as Output;
}

function print({ json }: OutputsOptions, outputs: readonly Output[]): number {
  for (const output of outputs) process.stdout.write(`${json ? JSON.stringify(output) : lineOf(output)}\n`);
  return 0;
}

function lineOf({ id, state, settings, rate, sent, dropped, name, last_error: error }: Output): string {
  return [id, state, settings.kind, `${rate}/s`, sent, dropped, name, error ?? "-"].join("\t");
}
