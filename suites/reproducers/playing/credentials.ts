/** How a law makes an Authorization field of an account, found out by having it make some: no account stands in a folder. */
import { isUtf8 } from 'node:buffer';
import type { Account } from '../../language/endpoint.js';
import { type FieldPart, fieldOf, sourcesOf } from './service-play.js';

type Making = (account: Account) => string;

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A text of no meaning; those of different seeds have no piece in common. */
function textOf(seed: number, length: number): string {
  let state = seed * 7919 + 17;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return CHARACTERS.charAt((state >> 8) % CHARACTERS.length);
  }).join('');
}

/** How long the parts of an account are: what a law does may follow from it. */
export interface Lengths {
  readonly clientId: number;
  readonly apiKey: number;
}

/** An account of no one. */
const accountOf = (seed: number, { clientId, apiKey }: Lengths): Account => ({
  clientId: textOf(seed, clientId),
  apiKey: textOf(seed + 1, apiKey),
  revokedApiKey: textOf(seed + 2, apiKey),
});

const USUAL: Lengths = { clientId: 16, apiKey: 24 };
const OTHERS: readonly Account[] = [
  accountOf(11, { clientId: 12, apiKey: 26 }),
  { clientId: 'cid_4Hq', apiKey: 'k-Zt9:Lw_2', revokedApiKey: 'old-Kx7' },
];

/** Of fewer characters it is not told where they are from. */
const SHORTEST = 3;

/** The parts that the field is made of, for any account or else for those that are as long; `undefined` where these are not found. */
export const partsOf = (making: Making, lengths: Lengths = USUAL): readonly FieldPart[] | undefined =>
  partsFor(making, USUAL, OTHERS) ?? partsFor(making, lengths, [accountOf(21, lengths), accountOf(31, lengths)]);

function partsFor(making: Making, lengths: Lengths, others: readonly Account[]): readonly FieldPart[] | undefined {
  const learnt = accountOf(1, lengths);
  const field = making(learnt);
  for (const fromEnd of [true, false]) {
    const finder = { sources: sourcesOf(learnt), fromEnd };
    for (const parts of [pieces(field, finder), decoded(field, finder)])
      if (parts !== undefined && others.every((account) => fieldOf(parts, account) === making(account))) return parts;
  }
  return undefined;
}

/** What pieces are looked for in. `fromEnd`: where a piece ends is counted from the end of its source. */
interface Finder {
  readonly sources: ReturnType<typeof sourcesOf>;
  readonly fromEnd: boolean;
}

/** The field with its longest part in base64 taken apart. */
function decoded(field: string, finder: Finder): readonly FieldPart[] | undefined {
  const token = /[A-Za-z0-9+/]{6,}=*$/.exec(field)?.[0];
  if (token === undefined) return undefined;
  const bytes = Buffer.from(token, 'base64');
  const before = field.slice(0, field.length - token.length);
  return isUtf8(bytes)
    ? [before, { base64: pieces(bytes.toString(), finder) }]
    : [before, { base64: pieces(bytes.toString('latin1'), finder), bytes: true }];
}

/** A text as pieces of the account and what stands between. */
function pieces(text: string, finder: Finder): readonly FieldPart[] {
  const parts: FieldPart[] = [];
  let literal = '';
  for (let i = 0; i < text.length; ) {
    const found = longest(text.slice(i), finder);
    if (found === undefined) {
      literal += text[i];
      i += 1;
      continue;
    }
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push(found.part);
    i += found.length;
  }
  return literal === '' ? parts : [...parts, literal];
}

function longest(
  text: string,
  { sources, fromEnd }: Finder,
): { readonly part: FieldPart; readonly length: number } | undefined {
  const [run = '', one = ''] = /^(.)\1*/s.exec(text) ?? [];
  const alike = sources.find(([, whole]) => whole.length === run.length);
  let best: { readonly part: FieldPart; readonly length: number } | undefined =
    alike === undefined ? undefined : { part: { repeat: one, asLongAs: alike[0] }, length: run.length };
  for (const [take, whole] of sources) {
    for (let from = 0; from < whole.length; from++) {
      let length = 0;
      while (length < text.length && text[length] === whole[from + length] && from + length < whole.length) length++;
      if (length < SHORTEST || length <= (best?.length ?? 0)) continue;
      const to = from + length;
      const end = to === whole.length ? {} : { to: fromEnd ? to - whole.length : to };
      best = { part: { take, ...(from > 0 && { from }), ...end }, length };
    }
  }
  return best;
}
