import type { EvidenceVerdict } from "../../../../../server/contracts/evidence.ts";
import { useText } from "../../text/index.ts";

const { t } = useText();

/** The findings about a pack as sentences; the first ones are the changes. */
export function verdictLines(verdict: EvidenceVerdict): readonly string[] {
  const { problems, chains, manifest } = verdict;
  return [
    ...problems.map(({ path, state }) => t(`evidence.verdict.file.${state}`, { path })),
    ...chains.flatMap(({ path, broken_at: record }) =>
      record === null ? [] : [t("evidence.verdict.chain", { path, record })],
    ),
    ...(manifest === "derived" ? [] : [t(`evidence.verdict.manifest.${manifest}`)]),
    signatureLine(verdict),
    ...(verdict.time_stamp ? [t("evidence.verdict.timeStamp")] : []),
  ];
}

function signatureLine({ signature, key }: EvidenceVerdict): string {
  return signature === "valid" ? t(`evidence.verdict.signedBy.${key}`) : t(`evidence.verdict.signature.${signature}`);
}
