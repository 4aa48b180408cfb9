/** What handlers of a stream session are given, which has no request that could carry it, and what they answer. */

import { asciiJson, decode, encode } from '../../language/encoding.js';
import { type Expectation, list } from '../../language/expectation.js';
import { Lacking, TargetDown } from '../../language/failures.js';
import { type Directive, directive } from '../../language/setup.js';

/** Hosts bound the length of a word in a configuration. */
const MOST = 3500;

/** Directives of a server whose handlers read the input with `t.input(s)`: of one variable, which grows word by word. */
export function sessionInput(input: unknown): Directive[] {
  // Signs of the configuration language, and what separates its words.
  const escaped = asciiJson(encode(input)).replace(/[%$"\\\s]/g, encodeURIComponent);
  const parts = escaped.match(new RegExp(`.{1,${MOST}}`, 'g')) ?? [];
  return parts.map((part, i) => directive('set', '$spec_input', i === 0 ? part : `\${spec_input}${part}`));
}

/** What must come of an answer. */
export const answers = (expected: Expectation): Expectation => list(expected);

/** What a handler gave to `t.answer`, where the server sends `$spec_answer` alone; or what is no answer, as it is. */
export function answerOf(bytes: Buffer): readonly [unknown] | Buffer {
  if (bytes.length === 0) throw new TargetDown('failure', 'the handler gave no answer');
  if (!isJson(bytes.toString())) return bytes;
  const answer: unknown = JSON.parse(bytes.toString());
  const { $lacked }: { readonly $lacked?: string } = Object(answer);
  if ($lacked !== undefined) throw new Lacking($lacked);
  return [decode(JSON.parse(bytes.toString()))];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
