import type { z } from "zod";
import type { DocumentKind, Format } from "./formats.ts";

/** Who may call. `anyone` needs no credential, `user` a signed-in person, `administrator` one that runs the station. */
export type Audience = "anyone" | "user" | "administrator";

/** A telemetry record kind that can also be written as NDJSON, CSV, GPX and KML; `last` is where something was last. */
export type StreamedRecord = "ua" | "operator" | "system" | "last";

/** A list that is written in a format for maps as well, of which `export/list-documents.ts` has the writers. */
export type ListDocument = Extract<DocumentKind, "status_history">;

/**
 * One row of a route table. Validation, handler types, OpenAPI 3.1 and the typed client derive from it. `path` names
 * its parameters in braces (`/v2/airspace/operations/{operation_id}`). `replies` holds one schema per status; `null`
 * stands for an answer without a body.
 */
export type Route = {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly who: Audience;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** For a POST that lists as a GET does, with the parameters as a JSON body: query and body are merged, the body wins. */
  readonly body?: z.ZodType;
  readonly bodyIsQuery?: true;
  /** Another body, used where the query has a parameter. */
  readonly bodyWith?: { readonly parameter: string; readonly schema: z.ZodType };
  /** Content types of a body that is not parsed as JSON but passed on as text. */
  readonly textBody?: readonly string[];
  /** Set where such a body is a file of another program, which may be in an older encoding without saying so. */
  readonly textOfFile?: true;
  /** Format of a body of the first of those types, for the API document; the body is not validated with it. */
  readonly textBodySchema?: z.ZodType;
  /** Content types of such a body in bytes: LZMA (`.xz` or `.lzma`), which is also accepted under the text types. */
  readonly lzmaBody?: readonly string[];
  /** Set where a 200 may also be streamed in the representations of this record kind. */
  readonly streams?: StreamedRecord;
  /**
   * Set where a 200 is a list in pages (`limit` and `offset` in its query): its handler also returns the `total`, from
   * which the edge makes `X-Total-Count` and `Link`. A list without pages is complete, and its length is the count.
   */
  readonly pages?: true;
  /** The formats of a 200; JSON where it is not set. `format` of its query chooses, then `Accept`. */
  readonly formats?: readonly Format[];
  /** Set where a 200 is a list that has its own schema in some of these formats. */
  readonly document?: ListDocument;
  /** Set where a 200 is a list that is also drawn on maps: in GeoJSON its handler gives features. */
  readonly features?: true;
  /** Set where a 200 is a long list: its handler yields records in slices, or telemetry for the map formats. */
  readonly long?: true;
  /**
   * The formats of a body that is passed on as it arrives; named by `Content-Type`, else by `format`. A `file` may have
   * any format, also in the field `file` of a form: it is recognised when it is read. Where the route has a `body`
   * beside a `file`, JSON is accepted instead of the file.
   */
  readonly upload?: readonly Format[] | readonly ["file"];
  /** Size of the largest upload in bytes, where it is not the usual one. */
  readonly maxUploadBytes?: number;
  /**
   * Content type of a 200 that is bytes, complete or streamed, not JSON. Where there are several, the handler's headers
   * name the one used.
   */
  readonly bytes?: string | readonly string[];
  /** Set where such bytes are written while the caller reads them, and share the limits of exports. */
  readonly isDocument?: true;
  /** Headers of a 200 that its handler sets, by name, with their meaning. */
  readonly replyHeaders?: Readonly<Record<string, string>>;
  /** Set where an answer has a secret, such as a new token: neither the station nor a proxy compresses it. */
  readonly hasSecret?: true;
  /** Stem of the name that a downloaded answer is saved under. */
  readonly fileName?: string;
  /**
   * Set where a personal access token may also be the password of HTTP Basic authentication (RFC 7617): for programs
   * that can present nothing else.
   */
  readonly takesBasic?: true;
  readonly deprecated?: true;
  readonly replies: Readonly<Record<number, z.ZodType | null>>;
};

export type RouteTable = Readonly<Record<string, Route>>;

/** Keeps the exact types of a table while checking its shape. */
export function defineRoutes<const T extends RouteTable>(routes: T): T {
  return routes;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type OtherBody<R extends Route> = R["bodyWith"] extends { readonly schema: infer S } ? Parsed<S> : never;

/** The input of a handler: every part already parsed by its schema. */
export type RouteInput<R extends Route> = {
  readonly params: Parsed<R["params"]>;
  readonly query: Parsed<R["query"]>;
  readonly body: R["textBody"] extends readonly string[] ? string : Parsed<R["body"]> | OtherBody<R>;
};

/** How many entries a list has without its pages; or, where counting them would take too long, how many it has at least. */
export type ListTotal = number | { readonly atLeast: number };

type Total<R extends Route> = R["pages"] extends true ? { readonly total: ListTotal } : unknown;

/** One of the declared answers: an undeclared status or a wrong body does not compile. */
export type RouteReply<R extends Route> = {
  [S in keyof R["replies"] & number]: {
    readonly status: S;
    readonly headers?: Readonly<Record<string, string>>;
  } & (R["replies"][S] extends z.ZodType
    ? { readonly body: z.input<R["replies"][S]> }
    : { readonly body?: undefined }) &
    (S extends 200 ? Total<R> : unknown);
}[keyof R["replies"] & number];
