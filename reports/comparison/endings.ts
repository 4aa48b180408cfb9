/** How answers end, whatever their values, and how the endings of two answers differ. */

/**
 * Which answers return, throw which errors, or have which status.
 * @param text what a witness or a report keeps of an observation; a report names the part of it that is reported
 */
export function endingsOf(text: string): readonly string[] {
  const matches = text.matchAll(
    /^(?:[\w ]+: )*throws (\w*)|"threw"(?:,"(\w*)")?|"(returned)"|(?:"status":|^status )(\d+)|^(goes down|hangs|lacks|refuses)/g,
  );
  const endings = [...matches].map(([, thrown, attempted, returned, status, down]) => {
    if (returned !== undefined) return 'returns';
    return status === undefined ? (down ?? `throws ${thrown ?? attempted ?? ''}`.trim()) : `has status ${status}`;
  });
  return [...new Set(/^(?:[\w ]+: )*returns/.test(text) && endings.length === 0 ? ['returns'] : endings)].sort();
}

/** The difference between two answers with equal endings. */
const OTHER_VALUES = 'other values';

/**
 * The difference between the endings of two answers in words: `the first returns, the second throws TypeError`. Two inputs with the same
 * text are taken to show the same difference.
 */
export function endingDifference(one: readonly string[], other: readonly string[]): string {
  const alone = (some: readonly string[], others: readonly string[]): string =>
    some.filter((ending) => !others.includes(ending)).join(' and ');
  const [mine, theirs] = [alone(one, other), alone(other, one)];
  if (mine === '' && theirs === '') return OTHER_VALUES;
  if (mine === '') return `the second alone ${theirs}`;
  return theirs === '' ? `the first alone ${mine}` : `the first ${mine}, the second ${theirs}`;
}
