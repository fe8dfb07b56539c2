import type { z } from "zod";
import type { Format } from "../contracts/formats.ts";
import type { ListTotal, Route, RouteInput, RouteReply, RouteTable, StreamedRecord } from "../contracts/route.ts";
import type { MapFeature } from "./map-feature.ts";
import type { Principal } from "./principal.ts";
import type { TelemetryPlan } from "./telemetry-plan.ts";
import type { Upload } from "./upload.ts";
import type { LastSlice, OperatorSlice, SystemSlice, UaSlice } from "./telemetry.ts";

/**
 * The 200 response of a streamed route: slices in order, encoded by the HTTP layer in the requested format. With the
 * plan, a large response can be read on another thread instead.
 */
export type TelemetryStream = { readonly plan?: TelemetryPlan } & (
  | { readonly record: "ua"; readonly slices: AsyncIterable<UaSlice> }
  | { readonly record: "operator"; readonly slices: AsyncIterable<OperatorSlice> }
  | { readonly record: "system"; readonly slices: AsyncIterable<SystemSlice> }
  | { readonly record: "last"; readonly slices: AsyncIterable<LastSlice> }
);

/** One request, parsed by its contract. */
export type Call<R extends Route> = RouteInput<R> & {
  readonly principal: Principal;
  /** The negotiated response format; decides defaults such as the limit of a list. */
  readonly representation: Format;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Network address of the caller's socket; absent for calls that do not come over the network. */
  readonly remoteAddress?: string | undefined;
  /**
   * When the request is handled, Unix milliseconds: relative times in it are counted from then. Absent for the same
   * calls as `remoteAddress`.
   */
  readonly nowMs?: number;
} & (R["upload"] extends readonly string[] ? { readonly upload: UploadOf<R> } : unknown);

/** A route that also accepts a JSON body receives either the file or the body. */
type UploadOf<R extends Route> = R["upload"] extends readonly ["file"]
  ? R["body"] extends z.ZodType
    ? Upload | undefined
    : Upload
  : Upload;

/** The 200 response of a long list. */
type LongReply<R extends Route> =
  | {
      readonly status: 200;
      /** Entries of the list in slices, encoded as JSON or as a table. */
      readonly records: AsyncIterable<readonly ListEntry<R>[]>;
      readonly total?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | {
      readonly status: 200;
      readonly stream: Extract<TelemetryStream, { readonly record: "ua" }>;
      readonly headers?: Readonly<Record<string, string>>;
    };

type ListEntry<R extends Route> = R["replies"][200] extends z.ZodArray<infer E> ? z.input<E> : never;

/** The 200 response of a streamed route is a stream, that of a long list slices, all others have a declared body. */
export type Reply<R extends Route> = R["long"] extends true
  ? LongReply<R> | Exclude<RouteReply<R>, { readonly status: 200 }>
  : ShortReply<R>;

/** The 200 response of a list that is drawn on maps, where a map format is requested. */
type FeatureReply = {
  readonly status: 200;
  readonly features: readonly MapFeature[];
  readonly total: ListTotal;
};

type ShortReply<R extends Route> = R["features"] extends true ? FeatureReply | PlainReply<R> : PlainReply<R>;

type PlainReply<R extends Route> = R["streams"] extends StreamedRecord
  ?
      | {
          readonly status: 200;
          readonly stream: Extract<TelemetryStream, { readonly record: R["streams"] }>;
        }
      | Exclude<RouteReply<R>, { readonly status: 200 }>
  : RouteReply<R>;

export type Handler<R extends Route> = (call: Call<R>) => Reply<R> | Promise<Reply<R>>;

/** One handler per route: a missing handler, an undeclared status or a wrong body is a compile error. */
export type Handlers<T extends RouteTable> = { readonly [N in keyof T]: Handler<T[N]> };
