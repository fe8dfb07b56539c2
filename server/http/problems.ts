import { familyOf } from "../contracts/api-families.ts";
import type { refusedWriteOf } from "../storage/refused-writes.ts";
import type { ErrorDetail, ErrorDetailList, ErrorMessages, Unauthenticated } from "../contracts/errors.ts";

/** What is wrong with one part of a request. `loc` starts with `query`, `path`, `body` or `header`. */
export type FieldProblem = { readonly loc: readonly string[]; readonly msg: string; readonly type: string };

/** Why the HTTP layer refuses a request. The messages and the shapes of all refusals are defined in this file. */
export type Problem =
  | { readonly kind: "invalid"; readonly fields: readonly FieldProblem[] }
  | { readonly kind: "unauthenticated"; readonly takesBasic?: boolean }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly type: string;
      readonly loc: readonly string[];
      readonly msg: string;
      readonly input: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    };

type Refused = Extract<Problem, { readonly kind: "refused" }>;

export type ProblemReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorDetail | ErrorDetailList | ErrorMessages | Unauthenticated;
};

/** Has a program ask its user for a user name and a password (RFC 7617). */
const BASIC_CHALLENGE = 'Basic realm="Fieldstation", charset="UTF-8"';

/** The response to a problem, in the shape of the API version that the path belongs to. */
export function replyTo(problem: Problem, path: string): ProblemReply {
  const details = familyOf(path).problems === "details";
  switch (problem.kind) {
    case "invalid":
      return details
        ? {
            status: 422,
            headers: {},
            body: { detail: problem.fields.map(({ loc, ...rest }) => ({ loc: [...loc], ...rest })) },
          }
        : { status: 400, headers: {}, body: { error: "validation_error", messages: problem.fields.map(sentence) } };
    case "unauthenticated":
      return {
        status: 401,
        headers: { "WWW-Authenticate": problem.takesBasic === true ? BASIC_CHALLENGE : "Bearer" },
        body: {
          type: "unauthenticated",
          msg: "Credentials are missing or cannot be used.",
          loc: ["header", "Authorization"],
          input: "omitted",
        },
      };
    case "refused": {
      const { status, type, msg, input, headers = {} } = problem;
      const body = details ? { detail: { type, loc: [...problem.loc], msg, input } } : { error: type, messages: [msg] };
      return { status, headers, body };
    }
  }
}

/** "settings.port: must not be greater than 65535" */
function sentence({ loc, msg }: FieldProblem): string {
  const field = loc.slice(1).join(".");
  return field === "" ? `${loc[0] ?? "request"}: ${msg}` : `${field}: ${msg}`;
}

export function unauthenticated(takesBasic: boolean): Problem {
  return { kind: "unauthenticated", takesBasic };
}

export function notFound(path: string): Refused {
  const msg = "There is nothing at this path.";
  return { kind: "refused", status: 404, type: "not_found", loc: ["path"], msg, input: path };
}

export function malformedPath(): Refused {
  const msg = "The path is not valid percent-encoded UTF-8.";
  return { kind: "refused", status: 400, type: "malformed_path", loc: ["path"], msg, input: "omitted" };
}

export function methodNotAllowed(method: string, allow: string): Refused {
  const msg = `This path takes ${allow}.`;
  const headers = { Allow: allow };
  return { kind: "refused", status: 405, type: "method_not_allowed", loc: ["method"], msg, input: method, headers };
}

export function notAcceptable(accept: string, offered: readonly string[]): Refused {
  const msg = `This path answers with ${offered.join(", ")}.`;
  return { kind: "refused", status: 406, type: "not_acceptable", loc: ["header", "Accept"], msg, input: accept };
}

export function bodyTooLarge(limitBytes: number): Refused {
  const msg = `The body is larger than ${limitBytes} bytes (counted after decompression).`;
  return { kind: "refused", status: 413, type: "body_too_large", loc: ["body"], msg, input: "omitted" };
}

/** A body whose compression is in its content, not in `Content-Encoding`. */
export function decompressedTooLarge(limitBytes: number, compressedBytes: number): Refused {
  const msg = `The body of ${compressedBytes} bytes decompresses to more than ${limitBytes} bytes.`;
  return { kind: "refused", status: 413, type: "body_too_large", loc: ["body"], msg, input: "omitted" };
}

export function unreadableBody(msg = "cannot be read with the encoding and length its headers state"): Problem {
  return { kind: "invalid", fields: [{ loc: ["body"], msg, type: "body_unreadable" }] };
}

export function unsupportedMediaType(contentType: string, accepted: readonly string[]): Refused {
  const msg = `Send the body as ${accepted.join(" or ")}.`;
  const loc = ["header", "Content-Type"];
  return { kind: "refused", status: 415, type: "unsupported_media_type", loc, msg, input: contentType };
}

export function unsupportedEncoding(encoding: string): Refused {
  const msg = "Send the body plain, or with Content-Encoding gzip, deflate or br.";
  const loc = ["header", "Content-Encoding"];
  const headers = { "Accept-Encoding": "gzip, deflate, br" };
  return { kind: "refused", status: 415, type: "unsupported_encoding", loc, msg, input: encoding, headers };
}

export function unsupportedCharset(charset: string): Refused {
  const msg = "The charset of Content-Type is not known: send the text in UTF-8.";
  return {
    kind: "refused",
    status: 415,
    type: "unsupported_charset",
    loc: ["header", "Content-Type"],
    msg,
    input: charset,
  };
}

export function forbidden(): Refused {
  const msg = "Only an administrator of this station may do this.";
  return { kind: "refused", status: 403, type: "forbidden", loc: ["header", "Authorization"], msg, input: "omitted" };
}

export function malformedHost(host: string): Refused {
  const msg = "The Host header is not a host name or address with an optional port.";
  return { kind: "refused", status: 400, type: "malformed_host", loc: ["header", "Host"], msg, input: host };
}

export function foreignHost(host: string | undefined): Refused {
  const msg = "This station does not answer to that host name; add it to the allowed hosts if it should.";
  return {
    kind: "refused",
    status: 421,
    type: "misdirected_request",
    loc: ["header", "Host"],
    msg,
    input: host ?? null,
  };
}

export function foreignOrigin(origin: string | undefined): Refused {
  const msg = "Pages of another origin may not change anything on this station.";
  return {
    kind: "refused",
    status: 403,
    type: "foreign_origin",
    loc: ["header", "Origin"],
    msg,
    input: origin ?? null,
  };
}

export function gone(successor: string, instruction: string): Refused {
  const msg = `This path was removed; ${instruction}.`;
  const headers = { Link: `<${successor}>; rel="successor-version"` };
  return { kind: "refused", status: 410, type: "gone", loc: ["path"], msg, input: "omitted", headers };
}

/** The disk is full or fails, or the recording is damaged: the same request may succeed later. */
export function writeRefused({ status, code, msg }: NonNullable<ReturnType<typeof refusedWriteOf>>): Refused {
  return { kind: "refused", status, type: code, loc: [], msg, input: "omitted" };
}

export function noRoomForUpload(): Refused {
  const msg = "The station's disk has no room for this file.";
  return { kind: "refused", status: 507, type: "insufficient_storage", loc: ["body"], msg, input: "omitted" };
}

export function tooManyRequests(retryAfterS: number, what = "requests, or sends too much"): Refused {
  const msg = `This person or address has too many ${what}; come back in ${retryAfterS} s.`;
  const headers = { "Retry-After": String(retryAfterS) };
  return { kind: "refused", status: 429, type: "too_many_requests", loc: [], msg, input: "omitted", headers };
}

/** Does not reveal the cause, which is logged with the same id. */
export function internalError(requestId: string): Refused {
  const msg = `Something went wrong inside the station; its log has the details under request ${requestId}.`;
  return { kind: "refused", status: 500, type: "internal_error", loc: [], msg, input: "omitted" };
}
