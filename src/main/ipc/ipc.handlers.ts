import { z } from "zod";
import { channels } from "../../preload/channels.ts";
import { type ChosenFile, type Theme, themes } from "../../preload/contract.ts";
import { type Language, LANGUAGES } from "../../text/languages.ts";
import type { AccountSession } from "../account/account.session.ts";
import { openExternally } from "../security/open-externally.ts";
import type { TrustedPages } from "../security/content.rules.ts";
import type { StationSupervisor } from "../station/station.supervisor.ts";
import { translateState } from "../station/station.translation.ts";
import type { ChosenKind } from "./choose-file.ts";
import { registerIpcHandler } from "./ipc.ts";

export interface IpcPorts {
  readonly trust: () => TrustedPages;
  readonly station: StationSupervisor;
  readonly account: AccountSession;
  /** Shows a dialog to choose a file of that kind. */
  readonly chooseFile: (kind: ChosenKind) => Promise<ChosenFile | undefined>;
  readonly showLanguage: (language: Language) => void;
  readonly showTheme: (theme: Theme) => void;
}

const noArguments = z.tuple([]);
const typedCredential = z.strictObject({ email: z.string().max(254), password: z.string().min(1).max(1024) });

/** All requests that the console can send to the main process. */
export function registerIpcHandlers(ports: IpcPorts): void {
  const { trust, station, account } = ports;
  registerIpcHandler(trust, {
    channel: channels.stationGetState,
    parameters: noArguments,
    handle: () => translateState(station.state),
  });
  registerIpcHandler(trust, {
    channel: channels.stationRestart,
    parameters: noArguments,
    handle: () => station.restart(),
  });
  registerIpcHandler(trust, {
    channel: channels.accountGetState,
    parameters: noArguments,
    handle: () => account.state,
  });
  registerIpcHandler(trust, {
    channel: channels.accountSignIn,
    parameters: z.tuple([typedCredential.optional()]),
    handle: (typed) => account.signIn(typed),
  });
  registerIpcHandler(trust, { channel: channels.accountSignOut, parameters: noArguments, handle: account.signOut });
  registerIpcHandler(trust, {
    channel: channels.accountAccessToken,
    parameters: z.tuple([z.string().optional()]),
    handle: (refused) => account.accessToken(refused),
  });
  registerIpcHandler(trust, {
    channel: channels.openRecording,
    parameters: noArguments,
    handle: () => ports.chooseFile("recording"),
  });
  registerIpcHandler(trust, {
    channel: channels.openBackup,
    parameters: noArguments,
    handle: () => ports.chooseFile("backup"),
  });
  registerIpcHandler(trust, {
    channel: channels.openExternal,
    parameters: z.tuple([z.string()]),
    handle: openExternally,
  });
  registerIpcHandler(trust, {
    channel: channels.themeSet,
    parameters: z.tuple([z.enum(themes)]),
    handle: ports.showTheme,
  });
  registerIpcHandler(trust, {
    channel: channels.languageSet,
    parameters: z.tuple([z.enum(LANGUAGES)]),
    handle: ports.showLanguage,
  });
}
