import type { EvidenceVerdict } from "../../contracts/evidence.ts";

const FILE_STATES: Readonly<Record<EvidenceVerdict["problems"][number]["state"], string>> = {
  changed: "was changed",
  missing: "is missing",
  added: "was added",
  twice: "is in the pack twice",
};

/** The result of verifying a pack, as lines of text. */
export function verdictLines(verdict: EvidenceVerdict): readonly string[] {
  const { title, made_at: madeAt, files, problems, chains } = verdict;
  return [
    ...(title === null ? [] : [`“${title}”, made ${madeAt ?? "at an unknown time"}`]),
    ...problems.map(({ path, state }) => `${path} ${FILE_STATES[state]}.`),
    ...chains.flatMap(chainLines),
    ...manifestLines(verdict),
    signatureLine(verdict),
    ...(verdict.time_stamp ? ["A time stamp is beside SHA256SUMS; it was not judged."] : []),
    verdict.ok
      ? `Nothing was changed: ${files} files are as they were signed.`
      : `The pack is not as it was signed; ${files} files are.`,
  ];
}

function chainLines({ path, records, signed_records: signed, broken_at: broken }: EvidenceVerdict["chains"][number]) {
  if (broken === null) return [];
  return [`${path}: the chain breaks at record ${broken} (${records} records, ${signed ?? "unknown"} were signed).`];
}

function manifestLines({ manifest }: EvidenceVerdict): readonly string[] {
  return manifest === "different" ? ["manifest.json does not say what follows from the files."] : [];
}

function signatureLine({ signature, key, key_fingerprint: fingerprint }: EvidenceVerdict): string {
  if (signature === "missing") return "The signature is missing.";
  const keys = {
    named: "with the key that you named",
    own: "with the key of this station",
    unnamed: `by a key you have not named, SHA-256 ${fingerprint}`,
    other: `by a key that is not the one you named: SHA-256 ${fingerprint}`,
  };
  return signature === "valid"
    ? `Signed ${keys[key]}.`
    : `The signature is wrong; the pack says that it is signed ${keys[key]}.`;
}
