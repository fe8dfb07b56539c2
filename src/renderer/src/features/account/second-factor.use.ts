import { onMounted, type Ref, shallowRef } from "vue";
import type { AuthenticatorSetup, Passkey, SecondFactorState } from "../../../../../server/contracts/second-factor.ts";
import { useLoaded } from "../../api/loaded.use.ts";
import { type Submission, useSubmission } from "../../api/submission.use.ts";
import { type ApiResult, call, routes } from "../../api/station.client.ts";
import { useText } from "../../text/index.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { makePasskey } from "./passkey.browser.ts";

/** The purpose for which the password is asked. */
export type Purpose =
  | { readonly kind: "addApp" | "removeApp" | "addPasskey" | "newCodes" }
  | { readonly kind: "removePasskey"; readonly passkey: Passkey };

/** The content of the dialog; undefined while it is closed. */
export type SecondFactorStep =
  | { readonly kind: "password"; readonly purpose: Purpose }
  | { readonly kind: "scan"; readonly setup: AuthenticatorSetup }
  | { readonly kind: "codes"; readonly codes: readonly string[] };

export interface SecondFactor extends Pick<Submission, "isBusy" | "failure"> {
  readonly state: Ref<SecondFactorState | undefined>;
  readonly loadFailure: ReturnType<typeof useLoaded>["failure"];
  readonly load: () => Promise<void>;
  readonly step: Ref<SecondFactorStep | undefined>;
  readonly begin: (purpose: Purpose) => void;
  readonly close: () => void;
  /** `name` is that of a new passkey. */
  readonly givePassword: (purpose: Purpose, password: string, name: string) => Promise<void>;
  readonly confirmCode: (code: string) => Promise<void>;
}

/** The second factor of the person who is signed in, and the steps to change it. */
export function useSecondFactor(): SecondFactor {
  const { t } = useText();
  const toasts = useToasts();
  const { isBusy, failure, send } = useSubmission((reason) => t("secondFactor.failed", { reason }));
  const {
    value: state,
    failure: loadFailure,
    load,
  } = useLoaded<SecondFactorState>((signal) => call(routes.getSecondFactor, { signal }));
  const step = shallowRef<SecondFactorStep>();

  function begin(purpose: Purpose): void {
    failure.value = undefined;
    step.value = { kind: "password", purpose };
  }

  /** The dialog continues with new recovery codes if there are any, because they are shown only now. */
  async function finish(codes: readonly string[] | null, sentence: string): Promise<void> {
    step.value = codes === null ? undefined : { kind: "codes", codes };
    toasts.show(sentence);
    await load();
  }

  async function finishRemoval(request: Promise<ApiResult<SecondFactorState>>): Promise<void> {
    if ((await send(request)).kind === "ok") await finish(null, t("secondFactor.removed"));
  }

  async function addPasskey(password: string, name: string): Promise<void> {
    const started = await send(call(routes.startPasskey, { body: { password } }));
    if (started.kind !== "ok") return;
    const credential = await makePasskey(started.value.options);
    if (credential === undefined) {
      failure.value = t("secondFactor.passkeyRefused");
      return;
    }
    const added = await send(call(routes.confirmPasskey, { body: { name, credential } }));
    if (added.kind === "ok") await finish(added.value.recovery_codes, t("secondFactor.added"));
  }

  async function givePassword(purpose: Purpose, password: string, name: string): Promise<void> {
    const body = { password };
    switch (purpose.kind) {
      case "addApp": {
        const started = await send(call(routes.startAuthenticator, { body }));
        if (started.kind === "ok") step.value = { kind: "scan", setup: started.value };
        return;
      }
      case "addPasskey":
        return addPasskey(password, name);
      case "removeApp":
        return finishRemoval(call(routes.removeAuthenticator, { body }));
      case "removePasskey":
        return finishRemoval(call(routes.removePasskey, { params: { passkey_id: purpose.passkey.id }, body }));
      case "newCodes": {
        const made = await send(call(routes.replaceRecoveryCodes, { body }));
        if (made.kind === "ok") await finish(made.value.recovery_codes, t("secondFactor.recoveryNewText"));
      }
    }
  }

  async function confirmCode(code: string): Promise<void> {
    const added = await send(call(routes.confirmAuthenticator, { body: { code } }));
    if (added.kind === "ok") await finish(added.value.recovery_codes, t("secondFactor.added"));
  }

  onMounted(load);
  return {
    state,
    loadFailure,
    load,
    isBusy,
    failure,
    step,
    begin,
    close: () => void (step.value = undefined),
    givePassword,
    confirmCode,
  };
}
