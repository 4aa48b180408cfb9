/** The chain of filters in front of `end`; each receives the next one. */
export function filterChain<Subject, Output>(
  subject: Subject,
  filters: readonly ((subject: Subject, next: Output) => Output)[],
  end: Output,
): Output {
  return filters.reduceRight((next, filter) => filter(subject, next), end);
}
