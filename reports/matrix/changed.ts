/** The versions in which a result changed, of the versions in the matrix. */
import { type Tally, tallyStatus } from './cells.js';

interface VersionTally {
  readonly version: string;
  readonly tally: Tally;
}

/** `fixed in 0.8.9, broke in 1.0.2`: of versions of one engine, the newest first. Empty if nothing changed. */
export function changedIn(versions: readonly VersionTally[]): string {
  const changes: string[] = [];
  let before: Tally | undefined;
  for (const { version, tally } of [...versions].reverse()) {
    const status = tallyStatus(tally);
    // An unknown status is neither a change nor the lack of one.
    if (status === 'unknown' || tally.unknown > 0) continue;
    const word = before === undefined ? undefined : wordFor(before, tally);
    if (word !== undefined) changes.push(`${word} ${version}`);
    before = tally;
  }
  return changes.join(', ');
}

function wordFor(before: Tally, now: Tally): string | undefined {
  const [was, is] = [tallyStatus(before), tallyStatus(now)];
  if (was === 'inapplicable') return arrived(is);
  if (is === 'inapplicable') return 'gone in';
  if (is === 'down') return was === 'down' ? undefined : 'crashes from';
  if (was === is && is !== 'partly') return undefined;
  if (is === 'right') return was === 'open' ? undefined : 'fixed in';
  if (was === 'right') return is === 'open' ? undefined : 'broke in';
  const [less, more] = [failing(before), failing(now)];
  if (less === more) return undefined;
  return less < more ? 'worse in' : 'better in';
}

function arrived(is: ReturnType<typeof tallyStatus>): string | undefined {
  switch (is) {
    case 'right':
      return 'works from';
    case 'partly':
      return 'works in part from';
    case 'wrong':
      return 'wrong from';
    case 'down':
      return 'crashes from';
    case 'open':
      return 'there from';
    case 'inapplicable':
    case 'unknown':
      return undefined;
    default:
      return is satisfies never;
  }
}

const failing = ({ wrong, down }: Tally): number => wrong + down;
