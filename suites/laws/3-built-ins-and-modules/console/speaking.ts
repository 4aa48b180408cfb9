/** Scripts that call methods of `console`: in handlers, whose log is observed, and on a command line, whose output is. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import type { Expectation } from '../../../language/expectation.js';
import { Lacking, NotObservable } from '../../../language/failures.js';
import { conversation, exchanged } from '../../../language/law.js';
import type { LogLine } from '../../../language/observation.js';
import type { Partners } from '../../../language/partners.js';
import { http, location } from '../../../language/setup.js';
import type { At, Law } from '../../../language/trial.js';
import type { HttpRequestObject, World } from '../../../language/world.js';
import { jsonOf } from '../../support/json.js';
import { liftedWith } from '../../support/lifted-with.js';
import { makeValue } from '../../support/script-values.js';

/** A call, with values in the tagged encoding or names of those that `makeValue` creates. */
export interface ConsoleCall {
  readonly member: string;
  readonly given?: readonly Plain[];
  readonly made?: readonly string[];
}

/** Calls, and milliseconds that pass between them. */
export type ConsoleCalls = readonly (ConsoleCall | number)[];

interface SpeakingOptions {
  /** The results of `rt.dump` for the arguments are observed, too. */
  readonly dumping?: boolean;
  /** Time passes in timers of the script, and not in a loop. */
  readonly later?: boolean;
  /** The calls have their own program of a command line. */
  readonly alone?: boolean;
  /** The observation; by default how the calls ended, their dumps, the text and its lines. */
  readonly observed?: (spoken: Spoken) => unknown;
}

/** The input of scripts. */
const orderOf = (calls: ConsoleCalls, { dumping = false, later = false }: SpeakingOptions) => ({
  calls: calls.map((call) => {
    if (typeof call === 'number') return { wait: call, member: '', given: [], made: [] };
    return { wait: 0, member: call.member, given: (call.given ?? []).map(decode), made: call.made ?? [] };
  }),
  dumping,
  later,
});
type ConsoleOrder = ReturnType<typeof orderOf>;

/** How a call ended, and the results of `rt.dump` for its arguments, if `rt.dump` exists. */
interface CallReport {
  readonly ended: string;
  readonly dumps?: readonly string[];
}

interface ScriptReport {
  readonly reports: readonly CallReport[];
  readonly tookMs: number;
}

/** Makes the calls, one after the other. In the probe language, and lifted with `makeValue`. */
const speak = liftedWith(
  (order: ConsoleOrder, t: World, make: typeof makeValue, done: (came: ScriptReport) => void) => {
    const called = (call: ConsoleOrder['calls'][number]): CallReport => {
      if (typeof t.at(`globalThis.console.${call.member}`) !== 'function') return { ended: 'missing' };
      const args: unknown[] = call.made.map((name) => make(name, t));
      const all = args.concat(call.given);
      const ended = t.attempt(() => t.invoke(t.at('globalThis.console'), call.member, all));
      const spoke = { ended: ended[0] === 'threw' ? `threw ${ended[1]}` : ended[0] };
      if (!order.dumping || typeof t.at('rt.dump') !== 'function') return spoke;
      return { ended: spoke.ended, dumps: all.map((one) => t.rt.dump(one)) };
    };
    const reportOf = (call: ConsoleOrder['calls'][number]): CallReport => {
      try {
        return called(call);
      } catch (e) {
        return { ended: `the arguments cannot be made: ${typeof e}` };
      }
    };
    const from = Date.now();
    const reports: CallReport[] = [];
    const next = (at: number): void => {
      const call = order.calls[at];
      if (call === undefined) {
        done({ reports, tookMs: Date.now() - from });
        return;
      }
      if (call.member !== '') reports.push(reportOf(call));
      if (call.wait > 0 && order.later) setTimeout(() => next(at + 1), call.wait);
      else {
        const began = Date.now();
        while (Date.now() - began < call.wait);
        next(at + 1);
      }
    };
    next(0);
  },
  makeValue,
);

const inHandler = liftedWith((r: HttpRequestObject, t, speaks: typeof speak) => {
  speaks(t.input(r), t, (came) => t.answer(r, came));
}, speak);

const MARK = 'srvspec-spoke:';

/** The last line that it prints reports the calls. */
const onCommandLine = liftedWith(
  (order: ConsoleOrder, t, speaks: typeof speak, mark: string) => {
    speaks(order, t, (came) => console.log(mark + encodeURIComponent(t.json(came))));
  },
  speak,
  MARK,
);

/** The results of calls, and the text that they wrote. */
export interface Spoken extends ScriptReport {
  readonly text: string;
  /** The lines of a log, or the streams of a command line. */
  readonly lines: readonly LogLine[] | readonly string[];
}

async function logged(order: ConsoleOrder, partners: Partners, at: At): Promise<Spoken> {
  const from = performance.now();
  const { responses } = await exchanged({ requests: [{ target: at('/speak'), input: order }] }, partners);
  const tookMs = performance.now() - from;
  const lines = await partners.log.lines();
  const [first] = responses;
  const answer = first === undefined || 'closed' in first ? undefined : jsonOf(Buffer.from(first.body).toString());
  const { reports = [] }: Partial<ScriptReport> = Object(answer);
  return { reports, tookMs, text: lines.map(({ message }) => message).join('\n'), lines };
}

/** @throws NotObservable if `console.log` does not print how the calls ended */
async function printed(order: ConsoleOrder, { commandLine }: Partners, _: At, alone: boolean): Promise<Spoken> {
  const { stdout, stderr, ...program } = await commandLine.run(onCommandLine, order, { among: !alone });
  const at = stdout.lastIndexOf(MARK);
  if (at < 0) throw new NotObservable('console.log() does not print the end of the script');
  const [line = ''] = stdout.slice(at + MARK.length).split('\n');
  const { reports = [], tookMs = 0 }: Partial<ScriptReport> = Object(jsonOf(decodeURIComponent(line)));
  const missing = order.calls.filter(({ member }) => member !== '').find((__, i) => reports[i]?.ended === 'missing');
  if (missing !== undefined) throw new Lacking(`console.${missing.member} is missing`);
  const own = stdout.slice(0, at);
  // The program took longer in any case.
  return { reports, tookMs: Math.min(tookMs, program.tookMs), text: `${own}${stderr}`, lines: [own, stderr] };
}

const WRITERS = {
  host: { needs: ['exchange', 'log'], setup: [http(location('/speak', { js_content: inHandler }))], speaks: logged },
  'command-line': { needs: ['command-line'], setup: [], speaks: printed },
} as const;

/** Whether a handler or a script of a command line makes the calls. */
export type Speaker = { readonly where: keyof typeof WRITERS };

const endsAndText = ({ reports, text, lines }: Spoken) => {
  const dumps = reports.flatMap((report) => report.dumps ?? []);
  return { ended: reports.map(({ ended }) => ended), text, lines, ...(dumps.length === 0 ? {} : { dumps }) };
};

/** The needs of a law, and its `hold`, for the place of its calls. */
export const speaker = ({ where }: Speaker, options: SpeakingOptions = {}) => {
  const { needs, setup, speaks } = WRITERS[where];
  const { observed = endsAndText, alone = false } = options;
  const speak = async (calls: ConsoleCalls, partners: Partners, at: At) => {
    const came = await speaks(orderOf(calls, options), partners, at, alone);
    const [first] = came.reports;
    if (options.dumping && first !== undefined && first.dumps === undefined) throw new Lacking('rt.dump is missing');
    return observed(came);
  };
  return { needs, setup, speak };
};

/** A law about the output of calls. */
export const spoken =
  <D extends Speaker>(
    callsOf: (data: D) => ConsoleCalls,
    expect: (data: D) => Expectation,
    optionsOf: (data: D) => SpeakingOptions = () => ({}),
  ): Law<D> =>
  (data) => {
    const { speak, ...law } = speaker(data, optionsOf(data));
    return conversation<D>({ ...law, hold: (_, partners, at) => speak(callsOf(data), partners, at), expect })(data);
  };
