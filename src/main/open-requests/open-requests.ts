import { randomUUID } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { OpenedFile, OpenRequest, OpenRequestRefusal } from "../../preload/contract.ts";
import { isLink, readDeepLink } from "./deep-link.rules.ts";
import { fileKindOf, type FileKind } from "./file-kinds.rules.ts";
import { MAX_FILES_AND_LINKS } from "./file-and-link-arguments.ts";

/** The console reads a log into memory before it is sent; a recording or a map is read by the station from the disk. */
const MAX_LOG_BYTES = 1024 ** 3;
/** The size of a part that the console requests; divisible by three, so that Base64 needs no padding in between. */
const PART_BYTES = 3 * 1024 * 1024;

export interface OpenRequests {
  /** Adds files by their absolute paths, and links. Others are refused with the reason. */
  add(filesAndLinks: readonly string[]): Promise<void>;
  readonly isWaiting: boolean;
  /** Returns each waiting request once. */
  take(): readonly OpenRequest[];
  /** A part of a file that `take` has returned, as Base64. */
  read(fileId: string, fromByte: number): Promise<string | undefined>;
  onWaiting(listener: () => void): void;
}

/** Files and links that were opened with the app and wait for the console, which may not be loaded or signed in yet. */
export function createOpenRequests(): OpenRequests {
  const files = new Map<string, string>();
  const listeners: (() => void)[] = [];
  let waiting: OpenRequest[] = [];

  async function toOpenRequest(fileOrLink: string): Promise<OpenRequest> {
    if (isLink(fileOrLink)) return toLink(fileOrLink);
    const path = fileOrLink;
    const name = basename(path);
    const kind = fileKindOf(path);
    if (kind === undefined) return { kind: "refused", name, reason: "unknown-kind" };
    const found = await findFile(path, kind);
    if (typeof found === "string") return { kind: "refused", name, reason: found };
    const id = randomUUID();
    files.set(id, path);
    const file: OpenedFile = { id, path, name, sizeBytes: found.sizeBytes };
    return kind === "log" ? { kind: "logs", files: [file] } : { kind, file };
  }

  return {
    async add(filesAndLinks) {
      const added = await Promise.all(filesAndLinks.slice(0, MAX_FILES_AND_LINKS).map((one) => toOpenRequest(one)));
      if (added.length === 0) return;
      waiting = joinLogs([...waiting, ...added]);
      for (const listener of listeners) listener();
    },
    get isWaiting() {
      return waiting.length > 0;
    },
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    async read(fileId, fromByte) {
      const path = files.get(fileId);
      return path === undefined ? undefined : readPart(path, fromByte);
    },
    onWaiting: (listener) => void listeners.push(listener),
  };
}

/** Several logs are imported in one dialog, which shows what each contains. */
function joinLogs(requests: readonly OpenRequest[]): OpenRequest[] {
  const logs = requests.flatMap((request) => (request.kind === "logs" ? request.files : []));
  const others = requests.filter(({ kind }) => kind !== "logs");
  return logs.length === 0 ? others : [...others, { kind: "logs", files: logs }];
}

function toLink(text: string): OpenRequest {
  const link = readDeepLink(text);
  return link === undefined ? { kind: "refused", name: text.slice(0, 80), reason: "bad-link" } : { kind: "link", link };
}

/** Only regular files: reading a pipe or a device could wait for ever. */
async function findFile(path: string, kind: FileKind): Promise<OpenRequestRefusal | { readonly sizeBytes: number }> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return "no-file";
    if (kind === "log" && found.size > MAX_LOG_BYTES) return "too-large";
    return { sizeBytes: found.size };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "missing" : "unreadable";
  }
}

async function readPart(path: string, fromByte: number): Promise<string | undefined> {
  try {
    const file = await open(path);
    try {
      // It may have been replaced by a pipe since it was opened.
      if (!(await file.stat()).isFile()) return undefined;
      const part = Buffer.alloc(PART_BYTES);
      const { bytesRead } = await file.read(part, 0, PART_BYTES, fromByte);
      return part.toString("base64", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    // Removed or no longer readable: the console shows a message with its name.
    return undefined;
  }
}
