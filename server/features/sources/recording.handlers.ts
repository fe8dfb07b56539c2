import type { recordingRoutes } from "../../contracts/recordings.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { RecordingFolder } from "./recording.folder.ts";

export type RecordingHandlers = Handlers<typeof recordingRoutes>;

export function createRecordingHandlers(folder: RecordingFolder, ids: Ids): RecordingHandlers {
  return {
    async addRecording({ upload, query }) {
      if (upload === undefined)
        return failure(400, "validation_error", "body: send the file itself, or a form with it.");
      const stored = await folder.store(ids.random(), query.name, upload.chunks);
      return stored === undefined
        ? failure(507, "insufficient_storage", "There is not enough room on the station's disk for this recording.")
        : { status: 200, body: stored };
    },
  };
}
