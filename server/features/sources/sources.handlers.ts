import type { Source, sourceRoutes, SourceSettings } from "../../contracts/sources.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { RecordingFolder } from "./recording.folder.ts";
import type { SourcesDeps } from "./sources.deps.ts";
import { isMisplacedDemo, plainUrlField, regionProblem, vehicleProblem, withoutInternals } from "./sources.rules.ts";
import type { SourcesService } from "./sources.service.ts";

/** Every route of the table except the push, which belongs to ingest. */
export type SourcesHandlers = Handlers<Omit<typeof sourceRoutes, "pushScout">>;

export function createSourcesHandlers(
  service: SourcesService,
  deps: Pick<SourcesDeps, "listSerialPorts" | "isDemo" | "findPeerName" | "isOwn"> & {
    /** The account that created a source. */
    readonly findCreator: (sourceId: string) => string | undefined;
    readonly recordings: RecordingFolder;
  },
): SourcesHandlers {
  function refusalOf(settings: SourceSettings | undefined, creatorId: string) {
    if (isMisplacedDemo(settings, deps.isDemo)) return misplacedDemo();
    const problem = regionProblem(settings);
    if (problem !== undefined) return failure(400, "validation_error", `settings.bbox: ${problem}.`);
    const misfit = vehicleProblem(settings, (what, id) => deps.isOwn(what, id, creatorId));
    if (misfit !== undefined) return failure(400, "validation_error", misfit);
    const plain = plainUrlField(settings);
    if (plain !== undefined) {
      const why = "must begin with https://: the secret and the tokens would be sent in the clear";
      return failure(400, "validation_error", `settings.${plain}: ${why}.`);
    }
    return settings?.kind === "cloud" && deps.findPeerName(settings.peer_id) === undefined
      ? failure(400, "no_such_peer", "settings.peer_id: there is no such peer; add it under Sync.")
      : undefined;
  }

  return {
    listSources: ({ principal }) => ({
      status: 200,
      body: service.list().map((source) => (principal.isAdministrator ? source : withoutInternals(source))),
    }),

    createSource({ body, principal: { userId } }) {
      return refusalOf(body.settings, userId) ?? { status: 200, body: service.create(body, userId) };
    },

    async updateSource({ params, body, principal: { userId } }) {
      const refusal = refusalOf(body.settings, deps.findCreator(params.source_id) ?? userId);
      if (refusal !== undefined) return refusal;
      const outcome = await service.update(params.source_id, body, userId);
      if (outcome.kind === "missing") return notFound();
      return { status: 200, body: outcome.source };
    },

    async removeSource({ params }) {
      const path = pathsOf(service.list().filter(({ id }) => id === params.source_id))[0];
      const outcome = await service.remove(params.source_id);
      if (outcome.kind === "missing") return notFound();
      if (path !== undefined && !pathsOf(service.list()).includes(path)) await deps.recordings.remove(path);
      return { status: 204 };
    },

    listSerialPorts: async () => ({ status: 200, body: [...(await deps.listSerialPorts())] }),
  };
}

/** The recordings that sources read. */
export function pathsOf(sources: readonly Pick<Source, "settings">[]): readonly string[] {
  return sources.flatMap(({ settings }) => (settings.kind === "file" ? [settings.path] : []));
}

function misplacedDemo() {
  return {
    status: 400 as const,
    body: {
      error: "demonstration_only",
      messages: ["settings.kind: simulated aircraft are never put into a real recording; start with --demo instead."],
    },
  };
}

function notFound() {
  return {
    status: 404 as const,
    body: { error: "not_found", messages: ["source_id: there is no such source."] },
  };
}
