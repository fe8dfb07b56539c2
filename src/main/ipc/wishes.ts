import { nativeTheme } from "electron";
import { z } from "zod";
import { channels } from "../../preload/channels.ts";
import type { RecordingFile } from "../../preload/contract.ts";
import type { AccountSession } from "../account/account.session.ts";
import { openOutside } from "../security/open-outside.ts";
import type { Trust } from "../security/content.rules.ts";
import type { StationSupervisor } from "../station/station.supervisor.ts";
import { answerWish } from "./ipc.ts";

export interface WishPorts {
  readonly trust: () => Trust;
  readonly station: StationSupervisor;
  readonly account: AccountSession;
  readonly chooseRecording: () => Promise<RecordingFile | undefined>;
}

const nothing = z.tuple([]);
const typedCredential = z.strictObject({ email: z.string().max(254), password: z.string().min(1).max(1024) });

/** Everything that the console may ask main, in one list. */
export function answerWishes({ trust, station, account, chooseRecording }: WishPorts): void {
  answerWish(trust, { channel: channels.stationGetState, parameters: nothing, answer: () => station.state });
  answerWish(trust, { channel: channels.stationRestart, parameters: nothing, answer: () => station.restart() });
  answerWish(trust, { channel: channels.accountGetState, parameters: nothing, answer: () => account.state });
  answerWish(trust, {
    channel: channels.accountSignIn,
    parameters: z.tuple([typedCredential.optional()]),
    answer: (typed) => account.signIn(typed),
  });
  answerWish(trust, { channel: channels.accountSignOut, parameters: nothing, answer: account.signOut });
  answerWish(trust, {
    channel: channels.accountAccessToken,
    parameters: z.tuple([z.string().optional()]),
    answer: (refused) => account.accessToken(refused),
  });
  answerWish(trust, { channel: channels.openRecording, parameters: nothing, answer: chooseRecording });
  answerWish(trust, { channel: channels.openExternal, parameters: z.tuple([z.string()]), answer: openOutside });
  answerWish(trust, {
    channel: channels.themeSet,
    parameters: z.tuple([z.enum(["system", "light", "dark"])]),
    answer: (theme) => void (nativeTheme.themeSource = theme),
  });
}
