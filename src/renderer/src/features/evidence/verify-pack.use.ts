import { ref, shallowRef } from "vue";
import type { EvidenceVerdict } from "../../../../../server/contracts/evidence.ts";
import { reasonOf } from "../../api/reason.ts";
import { routes } from "../../api/station.client.ts";
import { useUpload } from "../../api/upload.use.ts";

/** Has the station verify a pack. A new file cancels the verification of the previous one. */
export function useVerifyPack() {
  const verdict = shallowRef<EvidenceVerdict>();
  const failure = ref<string>();
  const fileName = ref("");
  const isBusy = ref(false);
  const { uploading, upload } = useUpload();
  let running: AbortController | undefined;

  async function verify(file: File, key: string): Promise<void> {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    verdict.value = undefined;
    failure.value = undefined;
    fileName.value = file.name;
    isBusy.value = true;
    const answer = await upload(routes.verifyEvidence, {
      file,
      query: key.trim() === "" ? {} : { key: key.trim() },
      signal: controller.signal,
    });
    if (running !== controller) return;
    isBusy.value = false;
    if (answer.kind === "ok") verdict.value = answer.value;
    else if (answer.kind !== "cancelled") failure.value = reasonOf(answer);
  }

  function cancel(): void {
    running?.abort();
    running = undefined;
    isBusy.value = false;
  }

  return { verdict, failure, fileName, isBusy, uploading, verify, cancel };
}
