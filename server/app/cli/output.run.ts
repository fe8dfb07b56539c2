import { readFileSync } from "node:fs";
import { type Output, outputRoutes } from "../../contracts/outputs.ts";
import { printEach } from "./print.ts";
import { callRemoteRoute } from "./route-call.ts";

export type OutputsOptions = { readonly url: string; readonly token?: string; readonly json: boolean };
export type OutputAddOptions = OutputsOptions & { readonly certificate?: string };

export async function outputListCommand(station: OutputsOptions): Promise<number> {
  printEach(station.json, await callRemoteRoute(station, outputRoutes.listOutputs), lineOf);
  return 0;
}

/** Credentials come from files, because others on the computer can see the arguments of a command. */
export async function outputAddCommand(file: string, { certificate, ...station }: OutputAddOptions): Promise<number> {
  const output = JSON.parse(readFileSync(file, "utf8")) as { readonly settings?: object };
  const pem = certificate === undefined ? {} : { certificate: readFileSync(certificate, "utf8") };
  const body = { ...output, settings: { ...output.settings, ...pem } };
  printEach(station.json, [await callRemoteRoute(station, outputRoutes.createOutput, { body })], lineOf);
  return 0;
}

export async function outputSwitchCommand(id: string, enabled: boolean, station: OutputsOptions): Promise<number> {
  const parts = { params: { output_id: id }, body: { enabled } };
  printEach(station.json, [await callRemoteRoute(station, outputRoutes.updateOutput, parts)], lineOf);
  return 0;
}

export async function outputRemoveCommand(id: string, station: OutputsOptions): Promise<number> {
  await callRemoteRoute(station, outputRoutes.removeOutput, { params: { output_id: id } });
  return 0;
}

function lineOf({ id, state, settings, rate, sent, dropped, name, last_error: error }: Output): string {
  return [id, state, settings.kind, `${rate}/s`, sent, dropped, name, error ?? "-"].join("\t");
}
