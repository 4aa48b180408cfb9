/** 3/console: console.error, info, log and warn. What is logged, and what is printed, is observed. */
import fc from 'fast-check';
import { decode } from '../../../language/encoding.js';
import {
  anything,
  type Expectation,
  equal,
  list,
  logLine,
  record,
  response,
  satisfies,
} from '../../../language/expectation.js';
import { Lacking } from '../../../language/failures.js';
import { conversation, conversationProperty, type ExchangeOutcome, exchanged } from '../../../language/law.js';
import { http, location } from '../../../language/setup.js';
import type { World } from '../../../language/world.js';
import { type ConsoleArguments, type ConsoleCall, logged, SPEAKING, said } from './speaking.js';

/** What the log of a host calls the level. */
const LEVELS = { error: 'error', info: 'info', log: 'info', warn: 'warn' } as const;

type MessageMember = keyof typeof LEVELS;

/** One call. */
interface MessageCall extends ConsoleArguments {
  readonly member: MessageMember;
}

const textsOf = ({ given = [] }: ConsoleArguments): string[] => given.map((one) => String(decode(one)));

const IN_HOST = { needs: ['exchange', 'log'], setup: SPEAKING } as const;
const ON_COMMAND_LINE = { needs: ['command-line'] } as const;

/** A law of what a host logs of calls. */
const inHost = <D>(callsOf: (data: D) => readonly ConsoleCall[], expect: (data: D) => Expectation) =>
  conversation({ ...IN_HOST, hold: (data: D, partners, at) => logged(callsOf(data), partners, at), expect });

/** A law of what a command line prints of a call. */
const onCommandLine = <D>(callOf: (data: D) => ConsoleCall, expect: (data: D) => Expectation) =>
  conversation({
    ...ON_COMMAND_LINE,
    hold: (data: D, { commandLine }) => said([callOf(data)], commandLine, { among: true }),
    expect,
  });

const itself = <M extends MessageCall>(call: M): M => call;
const single = <M extends MessageCall>(call: M): readonly M[] => [call];

/** The handler answered that its calls returned. */
const returned = (count = 1): Expectation =>
  list(response({ answer: list(...Array.from({ length: count }, () => record({ ended: 'returned' }))) }));

/** A line for each of the calls, of one text each. */
const lineOfEach = (calls: readonly MessageCall[]): Expectation =>
  record({
    responses: returned(calls.length),
    log: list(...calls.map((one) => logLine(LEVELS[one.member], textsOf(one).join()))),
  });

export const logs = inHost(
  ({ calls }: { readonly calls: readonly MessageCall[] }) => calls,
  ({ calls }) => lineOfEach(calls),
);

export const logsOne = inHost(single<MessageCall>, (one) => lineOfEach([one]));

const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...'abc XYZ019%{}\'"\\'), fc.constantFrom(...'é€漢\u{1f600}')),
  maxLength: 40,
});
const anyCall: fc.Arbitrary<MessageCall> = fc.record({
  member: fc.constantFrom<MessageMember>('error', 'info', 'log', 'warn'),
  given: fc.tuple(text),
});

export const logsDrawn = conversationProperty({
  ...IN_HOST,
  inputs: () => fc.array(anyCall, { minLength: 2, maxLength: 8 }),
  hold: (calls, partners, _, at) => logged(calls, partners, at),
  expect: (calls) => lineOfEach(calls),
});

/** What is logged, its lines put together; another text where it is at another level. */
const atLevel = (of: unknown, level: string): string => {
  const lines: { readonly level?: unknown; readonly message?: unknown }[] = Array.isArray(of) ? of : [];
  const others = lines.filter((line) => line.level !== level);
  if (others.length > 0 || lines.length === 0)
    return `${lines.length} lines, ${others.length} of them at another level`;
  return lines.map(({ message }) => String(message)).join('\n');
};

/** Lines at the level of a member, whose text is right. */
const linesOf = (member: MessageMember, name: string, isRight: (text: string) => boolean): Expectation =>
  satisfies(`${name} at level ${LEVELS[member]}`, (seen) => {
    const all = atLevel(seen, LEVELS[member]);
    return isRight(all) || all.slice(0, 300);
  });

const inLog = (member: MessageMember, name: string, isRight: (text: string) => boolean): Expectation =>
  record({ responses: returned(), log: linesOf(member, name, isRight) });

/** Bytes of a line that are left for a message at the least. */
const LEFT = 1900;

type LongMessage = { readonly member: MessageMember; readonly text: string; readonly times: number };

const longCall = ({ member, text, times }: LongMessage): MessageCall => ({ member, given: [text.repeat(times)] });

export const logsBeginning = inHost(
  (long: LongMessage) => [longCall(long)],
  ({ member, text, times }) =>
    inLog(member, `the first ${LEFT} bytes or more of ${times} times ${text}`, (all) => {
      // The limit may have cut a character.
      const whole = all.replace(/\ufffd+$/, '');
      return text.repeat(times).startsWith(whole) && Buffer.byteLength(whole) >= LEFT - 4;
    }),
);

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A word in front of a text, as a mark of its kind. */
const MARK = '(?:\\[?[A-Za-z]{1,12}\\]?:? )?';

/** Texts with white space between them; in front of each line a mark, if there may be marks. */
const separated = (texts: readonly string[], mark: string): RegExp =>
  new RegExp(`^${mark}${texts.map(escaped).join(`\\s+${mark}`)}\\s*$`);

export const logsSeveral = inHost(single<MessageCall>, (one) =>
  inLog(one.member, textsOf(one).join(', '), (all) => separated(textsOf(one), '').test(all)),
);

interface MessageWithParts extends MessageCall {
  readonly parts: readonly string[];
}

const namesAll =
  (parts: readonly string[]) =>
  (text: string): boolean =>
    parts.every((part) => text.includes(part));

export const logsParts = inHost(single<MessageWithParts>, ({ member, parts }) =>
  inLog(member, `a text with ${parts.join(', ')}`, namesAll(parts)),
);

/** What `rt.dump` made of the messages, as the handler answered. */
function dumpsIn({ responses }: ExchangeOutcome): readonly string[] {
  const [first] = responses;
  if (first === undefined || 'closed' in first || first.status !== 200) return [];
  const [spoke]: { readonly dumps?: readonly string[] }[] = JSON.parse(Buffer.from(first.body).toString());
  if (spoke?.dumps === undefined) throw new Lacking('rt.dump is missing');
  return spoke.dumps;
}

/** A text for each message, which the target's own dump is put beside. */
const asDumped = satisfies('the texts that rt.dump gives, with white space between them', (seen) => {
  const { text, dumps }: { readonly text?: unknown; readonly dumps?: unknown } = Object(seen);
  const texts = Array.isArray(dumps) ? dumps.map(String) : [];
  return (texts.length > 0 && separated(texts, '').test(String(text))) || `${String(text)} beside ${texts.join(', ')}`;
});

export const logsDumped = conversation({
  ...IN_HOST,
  hold: async (one: MessageWithParts, partners, at) => {
    const seen = await logged([one], partners, at, true);
    return { text: seen.log.map(({ message }) => message).join('\n'), dumps: dumpsIn(seen) };
  },
  expect: () => asDumped,
});

/** A message while a timer runs, and perhaps another one once it has stopped. */
interface MessageBesideTimer {
  readonly member: MessageMember;
  readonly stops: boolean;
}

const besideTimer = ({ member, stops }: MessageBesideTimer): readonly ConsoleCall[] => [
  { member: 'time', given: ['timer'] },
  { member, given: ['while-it-runs'] },
  ...(stops
    ? [
        { member: 'timeEnd', given: ['timer'] },
        { member, given: ['behind-it'] },
      ]
    : []),
];

/** The messages beside what the timer reports. */
const areBeside = ({ stops }: MessageBesideTimer, textOf: (seen: unknown) => string): Expectation =>
  satisfies(`what was said while the timer ran${stops ? ', and behind it' : ''}`, (seen) => {
    const said = textOf(seen).match(/while-it-runs|behind-it/g) ?? [];
    return said.join() === (stops ? 'while-it-runs,behind-it' : 'while-it-runs') || textOf(seen);
  });

/** What is printed on either stream. */
const printedIn = (seen: unknown): string => `${Object(seen).stdout}${Object(seen).stderr}`;

export const logsBesideTimer = conversation({
  ...IN_HOST,
  hold: async (beside: MessageBesideTimer, partners, at) => {
    const { log } = await logged(besideTimer(beside), partners, at);
    return { log: log.filter(({ level }) => level === LEVELS[beside.member]) };
  },
  expect: (beside) =>
    record({
      log: areBeside(beside, (seen) =>
        (Array.isArray(seen) ? seen : []).map((line) => String(Object(line).message)).join('\n'),
      ),
    }),
});

export const printsBesideTimer = conversation({
  ...ON_COMMAND_LINE,
  // A timer that runs on would stand beside what others say.
  hold: (beside: MessageBesideTimer, { commandLine }) =>
    said(besideTimer(beside), commandLine, { among: beside.stops }),
  expect: (beside) => areBeside(beside, printedIn),
});

/** The callback runs behind the response. */
export const logsAtExit = conversation({
  needs: ['exchange', 'log'],
  setup: [
    http(
      location('/exit', {
        js_content: (r, t) => {
          const member: string = t.input(r);
          const speaks = () => t.invoke(t.at('globalThis.console'), member, ['last', 'words']);
          t.invoke(t.rt, 'on', ['exit', speaks]);
          r.return(203, 'answered');
        },
      }),
    ),
  ],
  hold: async ({ member }: { readonly member: MessageMember }, partners, at) => {
    const { responses } = await exchanged({ requests: [{ target: at('/exit'), input: member }] }, partners);
    await partners.log.lines(1);
    // All of it is logged before the next request is answered.
    await exchanged({ requests: [{ target: at('/none') }] }, partners);
    return { responses, log: await partners.log.lines() };
  },
  expect: ({ member }) =>
    record({
      responses: list(response({ status: 203 })),
      log: linesOf(member, 'last and words', (all) => separated(['last', 'words'], '').test(all)),
    }),
});

export const isRecordedInHost = inHost(single<MessageCall>, () => anything);

const tellsKind = (member: string, t: World): void => {
  console.log(typeof t.at(`globalThis.console.${member}`));
};

/** 3/versioning/0-2-6. */
export const isThere = conversation({
  ...ON_COMMAND_LINE,
  hold: async ({ member }: { readonly member: string }, { commandLine }) =>
    (await commandLine.run(tellsKind, member, { among: true })).stdout,
  expect: () => equal('function\n'),
});

/** What is printed on either stream; hosts may mark warnings and errors. */
const inPrint = (name: string, isRight: (text: string) => boolean): Expectation =>
  satisfies(name, (seen) => {
    const all = printedIn(seen);
    const ended = JSON.stringify(Object(seen).spoke);
    if (ended !== '[{"ended":"returned"}]') return `calls ended ${ended}`;
    return isRight(all) || JSON.stringify(all.slice(0, 300));
  });

const line = (texts: readonly string[]): Expectation =>
  inPrint(`a line with ${texts.join()}`, (all) => new RegExp(`^${MARK}${texts.map(escaped).join()}\\n$`).test(all));

export const printsOne = onCommandLine(itself<MessageCall>, (one) => line(textsOf(one)));

export const printsDrawn = conversationProperty({
  ...ON_COMMAND_LINE,
  inputs: () => text,
  hold: (given, { commandLine }, { member }: { readonly member: MessageMember }) =>
    said([{ member, given: [given] }], commandLine, { among: true }),
  expect: (given) => line([given]),
});

export const printsLong = onCommandLine(longCall, ({ text, times }) =>
  inPrint(`${times} times ${text}`, (all) => new RegExp(`^${MARK}${text.repeat(times)}\\n$`).test(all)),
);

export const printsSeveral = onCommandLine(itself<MessageCall>, (one) =>
  inPrint(textsOf(one).join(', '), (all) => separated(textsOf(one), MARK).test(all)),
);

export const printsParts = onCommandLine(itself<MessageWithParts>, ({ parts }) =>
  inPrint(`a text with ${parts.join(', ')}`, namesAll(parts)),
);

export const printsDumped = conversation({
  ...ON_COMMAND_LINE,
  hold: async (one: MessageWithParts, { commandLine }) => {
    const { stdout, spoke } = await said([one], commandLine, { dumping: true, among: true });
    const dumps = spoke[0]?.dumps;
    if (dumps === undefined) throw new Lacking('rt.dump is missing');
    return { text: stdout, dumps };
  },
  expect: () => asDumped,
});

export const isRecordedOnCommandLine = onCommandLine(itself<MessageCall>, () => anything);
