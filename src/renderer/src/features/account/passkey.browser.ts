/** Whether this browser can make passkeys from what the station sends (WebAuthn Level 3). */
export function canMakePasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Has the browser make a passkey. Undefined where the person cancels, or the browser refuses. */
export async function makePasskey(options: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as unknown as PublicKeyCredentialCreationOptionsJSON,
    );
    const credential = await navigator.credentials.create({ publicKey });
    return credential instanceof PublicKeyCredential
      ? (credential.toJSON() as unknown as Record<string, unknown>)
      : undefined;
  } catch (error) {
    // NotAllowedError, InvalidStateError (it has one already) and similar errors: the browser has shown why.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
