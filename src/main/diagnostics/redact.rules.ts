/** Names of this computer and its user that must not be in a text that leaves it. */
export interface OwnNames {
  /** The person's home directory. */
  readonly home: string;
  /** The person's name on this computer. */
  readonly user: string;
  readonly computer: string;
}

/** Shorter names, such as `pi`, are parts of too many words. */
const MIN_NAME_CHARACTERS = 3;

/** Fields of JSON, headers and options, by the end of their names. `code` and `state` are none: errors have them. */
const secretNames =
  "pass(?:word|wd|phrase)?|secret|token|authorization|cookie|api[_-]?key|private[_-]?key|nonce|credentials?|" +
  "code[_-]verifier|device[_-]code|user[_-]code|psk|key_\\d";

// A name is searched for only from its first character on: a frame or a stack in a log may be a run of many thousands.
const rules: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, "[key]"],
  // Personal access tokens: a prefix, a dot and a secret (server/features/tokens/tokens.rules.ts).
  [/\b[A-Za-z0-9]{8}\.[A-Za-z0-9]{32}\b/g, "[token]"],
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*){0,3}/g, "[token]"],
  [/\b(Bearer|Basic|DPoP|Digest)\s+[^\s"',;]+/gi, "$1 [secret]"],
  // "name": "value" in JSON, and in JSON that is a text in JSON; a password may consist of digits only.
  [
    new RegExp(String.raw`("[\w./-]*(?:${secretNames})"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|-?\d[\w.+-]*)`, "gi"),
    '$1"[secret]"',
  ],
  [
    new RegExp(String.raw`(\\"[\w./-]*(?:${secretNames})\\"\s*:\s*)(?:\\"[^"]*"|-?\d[\w.+-]*)`, "gi"),
    String.raw`$1\"[secret]\"`,
  ],
  // Headers whose value has several words, and values in quotes.
  [/\b((?:set-)?cookie|authorization)(\s*:\s*)(?!["\s])[^\r\n"\\]+/gi, "$1$2[secret]"],
  [new RegExp(String.raw`(?<![\w./-])([\w./-]*(?:${secretNames})\s*[=:]\s*)(["'])(?:(?!\2).)*\2`, "gi"), "$1[secret]"],
  // name=value in addresses, headers and command lines.
  [/([?&](?:code|state)=)[^&#\s"']+/gi, "$1[secret]"],
  [new RegExp(String.raw`(?<![\w.-])([\w.-]*(?:${secretNames})\s*=\s*)[^\s&"',;]+`, "gi"), "$1[secret]"],
  [new RegExp(String.raw`(--[\w-]*(?:pass(?:word|phrase)?|secret|token|key)\s+)\S+`, "gi"), "$1[secret]"],
  [/\b((?:password|passphrase|secret|token|api[_-]?key|psk|key_\d)\s*:\s*)(?!["\s])[^\s,;]+/gi, "$1[secret]"],
  // The last @ ends it: a password may contain others.
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^/\s"]+@/gi, "$1[secret]@"],
  // A key of 32 bytes in base64.
  [/(?<![\w+/])[A-Za-z0-9+/]{43}=(?![\w=])/g, "[key]"],
  // A long run of random characters in a log is a secret or the hash of one.
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[A-Za-z0-9_]{40,}\b/g, "[secret]"],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "[e-mail]"],
];

/** A text without tokens, passwords, keys, e-mail addresses, and without the names and home directories of people. */
export function redact(text: string, names: OwnNames): string {
  let result = text;
  for (const [pattern, replacement] of rules) result = result.replace(pattern, replacement);
  return redactPaths(result, names);
}

function redactPaths(text: string, { home, user, computer }: OwnNames): string {
  let result = text;
  // Windows' own slash, doubled where the text is JSON.
  for (const path of new Set([home.replaceAll("\\", "\\\\"), home, home.replaceAll("\\", "/")])) {
    if (path.length > 1) result = result.replaceAll(path, "~");
  }
  result = result
    .replace(/\/(?:home|Users)\/[^/\s"':]+/g, "~")
    .replace(/[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/)[^\\/\s"':]+/gi, "~");
  return [user, computer]
    .filter((name) => name.length >= MIN_NAME_CHARACTERS)
    .reduce((rest, name) => rest.replace(wholeWord(name), "[name]"), result);
}

function wholeWord(name: string): RegExp {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w-])${literal}(?![\w-])`, "gi");
}
