/** How a law makes an Authorization field of an account, found out by having it make some: no account stands in a folder. */
import type { Account } from '../../language/endpoint.js';
import { fieldOf, type Part, sourcesOf } from './service-play.js';

type Making = (account: Account) => string;

/** Accounts of no one. Their texts have nothing in common, so that each piece of a field tells where it is from. */
const LEARNT: Account = {
  clientId: 'Qa7dZk2mWx9bLr4t',
  apiKey: 'hN3vYc8sPf6gJe1uTq5RoIyB',
  revokedApiKey: 'DzKw0MiAnXlVbGhSjUp2EfCt',
};
const OTHERS: readonly Account[] = [
  { clientId: 'b8RzTn3LqVf0', apiKey: 'xW2mKe7HdYs9PcUa4jGtNo6Ql1', revokedApiKey: 'vJ5bZr8FgIy3CkXu0EhMpTw7' },
  { clientId: 'cid_4Hq', apiKey: 'k-Zt9:Lw_2', revokedApiKey: 'old-Kx7' },
];

/** Of fewer characters it is not told where they are from. */
const SHORTEST = 3;

/** The parts that the field is made of; `undefined` where these are not found. */
export function partsOf(making: Making): readonly Part[] | undefined {
  const field = making(LEARNT);
  for (const fromEnd of [true, false])
    for (const parts of [pieces(field, fromEnd), decoded(field, fromEnd)])
      if (parts !== undefined && OTHERS.every((account) => fieldOf(parts, account) === making(account))) return parts;
  return undefined;
}

/** The field with its longest part in base64 taken apart. */
function decoded(field: string, fromEnd: boolean): readonly Part[] | undefined {
  const token = /[A-Za-z0-9+/]{6,}=*$/.exec(field)?.[0];
  if (token === undefined) return undefined;
  const text = Buffer.from(token, 'base64').toString();
  return [field.slice(0, field.length - token.length), { base64: pieces(text, fromEnd) }];
}

/** A text as pieces of the account and what stands between. `fromEnd`: where a piece ends is counted from the end of its source. */
function pieces(text: string, fromEnd: boolean): readonly Part[] {
  const parts: Part[] = [];
  let literal = '';
  for (let i = 0; i < text.length; ) {
    const found = longest(text.slice(i), fromEnd);
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

function longest(text: string, fromEnd: boolean): { readonly part: Part; readonly length: number } | undefined {
  const [run = '', one = ''] = /^(.)\1*/s.exec(text) ?? [];
  const alike = sourcesOf(LEARNT).find(([, whole]) => whole.length === run.length);
  let best: { readonly part: Part; readonly length: number } | undefined =
    alike === undefined ? undefined : { part: { repeat: one, asLongAs: alike[0] }, length: run.length };
  for (const [take, whole] of sourcesOf(LEARNT)) {
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
