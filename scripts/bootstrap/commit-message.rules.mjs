const SUBJECT_LIMIT = 100;

/**
 * Whether a commit's first line is `area: text`, or one that git itself writes.
 * @param {string} subject
 */
export function isCommitSubject(subject) {
  if (/^(Merge|Revert|fixup!|squash!) /.test(subject)) return true;
  return subject.length <= SUBJECT_LIMIT && /^[a-z][a-z0-9 ,/-]*: \S.*[^.\s]$/.test(subject);
}
