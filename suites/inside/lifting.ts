/** The source text of a probe or handler for a target. */

/** `({ a, b }, t) => …`, with names only in the pattern, as compiled code writes it. */
const DESTRUCTURED = /^(async )?\(\{([\w$\s,:]*)\}/;

/**
 * A function's source in the probe language. Members of a destructured first parameter become parameters of their own, since the oldest
 * host has no patterns: `({ a }, t) => a` is lifted as `((f) => (i, t) => f(i.a, t))((a, t) => a)`.
 */
export function liftedSource(f: unknown): string {
  const { source, members } = liftedParts(f);
  if (members === undefined) return source;
  return `((f) => (i, t) => f(${members.map((member) => `i.${member}`).join(', ')}, t))(${source})`;
}

/** The source of a function whose first parameters are these members of the input, if it destructures the input. */
export function liftedParts(f: unknown): { readonly source: string; readonly members?: readonly string[] } {
  const source = String(f);
  const [head, keyword = '', pattern = ''] = DESTRUCTURED.exec(source) ?? [];
  if (head === undefined) return { source };
  const members = pattern
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => part.split(/\s*:\s*/));
  const names = members.map(([member = '', name = member]) => name).join(', ');
  return {
    source: `${keyword}(${names}${source.slice(head.length)}`,
    members: members.map(([member = '']) => member),
  };
}
