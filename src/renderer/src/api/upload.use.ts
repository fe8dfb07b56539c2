import { shallowRef, type ShallowRef } from "vue";
import type { Route } from "../../../../server/contracts/route.ts";
import { type UploadParts, type UploadReply, uploadFile } from "./file-upload.ts";
import type { ApiResult } from "./station.client.ts";

/** How much of a file has been sent. */
export interface UploadProgress {
  readonly name: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface Uploading {
  /** The file that is being sent, or that the station reads now; undefined while there is none. */
  readonly uploading: Readonly<ShallowRef<UploadProgress | undefined>>;
  /** Uploads a file. The progress is that of the file whose upload began last. */
  upload<R extends Route>(
    route: R,
    parts: Omit<UploadParts<R>, "onProgress"> & { readonly file: File },
  ): Promise<ApiResult<UploadReply<R>>>;
}

/** Uploads files, one at a time. */
export function useUpload(): Uploading {
  const uploading = shallowRef<UploadProgress>();
  let latest = 0;

  return {
    uploading,
    async upload(route, parts) {
      latest += 1;
      const id = latest;
      const { name, size: totalBytes } = parts.file;
      uploading.value = { name, sentBytes: 0, totalBytes };
      const answer = await uploadFile(route, {
        ...parts,
        onProgress: (sentBytes) => {
          if (id === latest) uploading.value = { name, sentBytes: Math.min(sentBytes, totalBytes), totalBytes };
        },
      });
      if (id === latest) uploading.value = undefined;
      return answer;
    },
  };
}
