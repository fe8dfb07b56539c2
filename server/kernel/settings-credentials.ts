/**
 * The credential among the settings of a source or of an output: a password, a certificate or a secret for another
 * program. It is stored sealed and apart from the settings, is part of them while they are used, and is never shown.
 */

/** The credential; `null` for none. */
export type Credential = string | null;

type Settings = { readonly kind: string };

/** The field of the credential in the settings of one kind. */
type CredentialField<Name> = {
  readonly field: Name;
  /** The field that replaces it in responses: whether there is one. */
  readonly shown: `has_${string}`;
  /** The fields of the address that it is sent to, with the user's name there; empty if it stays on the station. */
  readonly address: readonly Name[];
};

/** For each kind the field of its credential, or null for none: a new kind does not compile until it says which. */
type CredentialFields<S extends Settings> = {
  readonly [Kind in S["kind"]]: CredentialField<keyof Extract<S, { readonly kind: Kind }>> | null;
};

/** Settings without their credential, and the credential apart. */
export type SeparatedSettings<Plain> = { readonly plain: Plain; readonly credential: Credential };

/**
 * What can be done with the credentials of such settings. `Full` are the settings with a credential, `Plain` those
 * without, and `Shown` those of a response.
 */
export function createSettingsCredentials<Full extends Settings, Plain extends Settings, Shown extends Settings>(
  fields: CredentialFields<Full>,
) {
  const fieldOf = (kind: string) =>
    (fields as Readonly<Record<string, CredentialField<string> | null>>)[kind] ?? undefined;

  return {
    /** Separates the credential from settings; it is `undefined` where they leave it out. */
    separate(settings: Full): { readonly plain: Plain; readonly credential: Credential | undefined } {
      const credentialField = fieldOf(settings.kind);
      if (credentialField === undefined) return { plain: settings as Settings as Plain, credential: null };
      const { field, shown } = credentialField;
      const { [field]: credential, [shown]: _, ...plain } = settings as Settings & Record<string, unknown>;
      return { plain: plain as Settings as Plain, credential: credential as Credential | undefined };
    },

    /** Settings with their credential, which is left out where there is none. */
    join({ plain, credential }: SeparatedSettings<Plain>): Full {
      const credentialField = fieldOf(plain.kind);
      if (credentialField === undefined || credential === null) return plain as Settings as Full;
      return { ...plain, [credentialField.field]: credential } as Settings as Full;
    },

    /** Settings for a response: whether there is a credential, but not the credential itself. */
    show({ plain, credential }: SeparatedSettings<Plain>): Shown {
      const credentialField = fieldOf(plain.kind);
      if (credentialField === undefined) return plain as Settings as Shown;
      return { ...plain, [credentialField.shown]: credential !== null } as Settings as Shown;
    },

    /**
     * The credential after a change. If the change leaves it out, the stored one stays, but only for the same address
     * and user: whoever may change the address must not cause the credential to be sent to another one.
     */
    next(
      before: SeparatedSettings<Plain>,
      change: { readonly plain: Plain; readonly credential: Credential | undefined },
    ): Credential {
      if (change.credential !== undefined) return change.credential;
      if (change.plain.kind !== before.plain.kind) return null;
      const [stored, changed] = [before.plain, change.plain] as readonly (Plain & Record<string, unknown>)[];
      const address = fieldOf(change.plain.kind)?.address ?? [];
      return address.every((name) => stored![name] === changed![name]) ? before.credential : null;
    },
  };
}
