/** The chain of filters in front of `end`; each is given the next. */
export function filterChain<Subject, Output>(
  subject: Subject,
  filters: readonly ((subject: Subject, next: Output) => Output)[],
  end: Output,
): Output {
  return filters.reduceRight((next, filter) => filter(subject, next), end);
}
