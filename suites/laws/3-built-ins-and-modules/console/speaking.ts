/** Scripts that call methods of `console`: as handlers of a host, whose log is seen, and on a command line, whose output is. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { Lacking, NotObservable } from '../../../language/failures.js';
import { exchanged } from '../../../language/law.js';
import type { CommandLinePartner, Partners } from '../../../language/partners.js';
import { http, location, type Setup } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import type { HttpRequest, World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { makeValue } from '../../support/script-values.js';

/** Arguments of a call: values in the tagged encoding, or names of those that `makeValue` makes. */
export interface ConsoleArguments {
  readonly given?: readonly Plain[];
  readonly made?: readonly string[];
}

export interface ConsoleCall extends ConsoleArguments {
  readonly member: string;
}

/** Calls as a script is told them. */
interface ScriptCall {
  readonly member: string;
  readonly given: readonly unknown[];
  readonly made: readonly string[];
}

const told = ({ member, given = [], made = [] }: ConsoleCall) => ({
  member,
  given: given.map(decode),
  made,
});

/** How a call ended, and what `rt.dump` makes of its arguments; absent where there is no `rt.dump`. */
interface CallReport {
  readonly ended: string;
  readonly dumps?: readonly string[];
}

/** Makes the calls, one after the other. In the probe language, and lifted with `makeValue`. */
const speak = (calls: readonly ScriptCall[], t: World, make: typeof makeValue, dumping: boolean): CallReport[] =>
  calls.map((call) => {
    if (typeof t.at(`globalThis.console.${call.member}`) !== 'function') return { ended: 'missing' };
    const values = (): unknown[] => call.made.map((name) => make(name, t)).concat(call.given);
    try {
      const args = values();
      const ended = t.attempt(() => t.invoke(t.at('globalThis.console'), call.member, args));
      const isThere = typeof t.at('rt.dump') === 'function';
      const spoke = { ended: ended[0] === 'threw' ? `threw ${ended[1]}` : ended[0] };
      return dumping && isThere ? { ended: spoke.ended, dumps: args.map((one) => t.rt.dump(one)) } : spoke;
    } catch (e) {
      return { ended: `the arguments cannot be made: ${typeof e}` };
    }
  });

/** Both functions as one, since what is lifted is given one. */
const speaking = Object.assign(
  (calls: readonly ScriptCall[], t: World, dumping: boolean) => speak(calls, t, makeValue, dumping),
  {
    toString: () => `(calls, t, dumping) => (${speak})(calls, t, ${makeValue}, dumping)`,
  },
);

const inHandler = liftedWith((r: HttpRequest, t, does) => {
  const order: { calls: ScriptCall[]; dumping: boolean } = t.input(r);
  t.answer(r, does(order.calls, t, order.dumping));
}, speaking);

/** In each line of what it prints last stands how the calls ended. */
const onCommandLine = liftedWith((order: { calls: readonly ScriptCall[]; dumping: boolean; mark: string }, t, does) => {
  const spoke = does(order.calls, t, order.dumping);
  console.log(order.mark + encodeURIComponent(t.json(spoke)));
}, speaking);

export const SPEAKING: Setup = [http(location('/speak', { js_content: inHandler }))];

/** What a host logged of calls that a handler made. */
export const logged = async (calls: readonly ConsoleCall[], partners: Partners, at: At, dumping = false) => {
  const input = { calls: calls.map(told), dumping };
  const { responses } = await exchanged({ requests: [{ target: at('/speak'), input }] }, partners);
  return { responses, log: await partners.log.lines() };
};

const MARK = 'srvspec-spoke:';

/**
 * `how` says whether it may be among others.
 * @throws NotObservable where `console.log` does not print what the script has to tell
 */
export const said = async (
  calls: readonly ConsoleCall[],
  commandLine: CommandLinePartner,
  { dumping = false, among = false } = {},
) => {
  const order = { calls: calls.map(told), dumping, mark: MARK };
  const { stdout, stderr } = await commandLine.run(onCommandLine, order, { among });
  const at = stdout.lastIndexOf(MARK);
  if (at < 0) throw new NotObservable('console.log() does not print the end of the script');
  const [line = ''] = stdout.slice(at + MARK.length).split('\n');
  const spoke: readonly CallReport[] = JSON.parse(decodeURIComponent(line));
  const missing = calls.find((_, i) => spoke[i]?.ended === 'missing');
  if (missing !== undefined) throw new Lacking(`console.${missing.member} is missing`);
  return { stdout: stdout.slice(0, at), stderr, spoke };
};
