/** The input of handlers of a stream session, which has no request to carry it, and their answers. */

import { asciiJson, decode, encode } from '../../language/encoding.js';
import { type Expectation, list } from '../../language/expectation.js';
import { Lacking, TargetDown } from '../../language/failures.js';
import { conversation } from '../../language/law.js';
import { directive, jsVar, type SetupDirective, type StreamHandler, server, stream } from '../../language/setup.js';
import { orderOf, type StepExpectations, type StepsRow } from '../../language/steps.js';
import type { Law, Probe } from '../../language/trial.js';
import type { StreamSessionObject, World } from '../../language/world.js';
import { jsonOf } from './json.js';
import { liftedWith } from './lifted-with.js';
import { followOne, mustGive } from './steps.js';

/** Hosts limit the length of a word in a configuration. */
const MOST = 3500;

/** Directives of a server whose handlers read the input with `t.input(s)`, from one variable that grows word by word. */
export function sessionInput(input: unknown): SetupDirective[] {
  // Special characters of the configuration language, and separators of its words.
  const escaped = asciiJson(encode(input)).replace(/[%$"\\\s]/g, encodeURIComponent);
  const parts = escaped.match(new RegExp(`.{1,${MOST}}`, 'g')) ?? [];
  return parts.map((part, i) => directive('set', '$spec_input', i === 0 ? part : `\${spec_input}${part}`));
}

/** The value that a handler passed to `t.answer`, if the server sends only `$spec_answer`; or bytes that are no answer. */
export function answerOf(bytes: Buffer): readonly [unknown] | Buffer {
  if (bytes.length === 0) throw new TargetDown('failure', 'the handler gave no answer');
  const answer = jsonOf(bytes.toString());
  if (answer === undefined) return bytes;
  const { $lacked }: { readonly $lacked?: string } = Object(answer);
  if ($lacked !== undefined) throw new Lacking($lacked);
  return [decode(answer)];
}

/** The law of a handler of js_access that answers with its result; the server sends the answer. */
export const inAccess = <D>(
  js_access: StreamHandler,
  input: (data: D) => unknown,
  expect: (data: D) => Expectation,
): Law<D> =>
  conversation<D>({
    needs: ['stream'],
    setup: (data) => [
      stream(jsVar('spec_answer'), server('main', { js_access, return: '$spec_answer' }, ...sessionInput(input(data)))),
    ],
    hold: async (_, { host }) => answerOf((await (await host.connect('main')).rest()).bytes),
    expect: (data) => list(expect(data)),
  });

/** A handler of js_access that answers with the result of a probe. */
export const answersIn = <I>(probe: Probe<I>): StreamHandler =>
  liftedWith(async (s: StreamSessionObject, t: World, probes: Probe<I>): Promise<void> => {
    const answer = await probes(t.input(s), t);
    t.answer(s, answer);
    s.done();
  }, probe);

/** Steps in the access phase. */
export const follows: Law<StepsRow & StepExpectations> = inAccess(
  answersIn(followOne),
  (doing) => orderOf({ named: true, ...doing }),
  mustGive,
);
