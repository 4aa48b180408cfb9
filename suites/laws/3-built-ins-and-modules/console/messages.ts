/** 3/console: console.error, info, log and warn. The log and the output are observed. */
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
import { conversation, conversationProperty } from '../../../language/law.js';
import { http, location } from '../../../language/setup.js';
import type { World } from '../../../language/world.js';
import { logOf } from '../../support/logged.js';
import { type ConsoleCall, type Speaker, speaker, spoken } from './speaking.js';

/** The names of levels in the log of a host. */
const LEVELS = { error: 'error', info: 'info', log: 'info', warn: 'warn' } as const;

type MessageMember = keyof typeof LEVELS;

/** One call. */
interface MessageCall extends ConsoleCall {
  readonly member: MessageMember;
}

type SpokenMessage = MessageCall & Speaker;

const textsOf = ({ given = [] }: ConsoleCall): string[] => given.map((one) => String(decode(one)));

const single = <D>(call: D): readonly D[] => [call];

/** A line of the log for each of the calls, with one text each. */
const lineOfEach = (calls: readonly MessageCall[]): Expectation =>
  record({
    ended: calls.map(() => 'returned'),
    lines: list(...calls.map((one) => logLine(LEVELS[one.member], textsOf(one).join()))),
  });

/** Calls of one handler; a row may have a single one. */
type MessageCalls = Speaker & Partial<MessageCall> & { readonly calls?: readonly MessageCall[] };

const callsOf = ({ calls, member = 'log', given = [] }: MessageCalls): readonly MessageCall[] =>
  calls ?? [{ member, given }];

export const logs = spoken(callsOf, (data: MessageCalls) => lineOfEach(callsOf(data)));

const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...'abc XYZ019%{}\'"\\'), fc.constantFrom(...'é€漢\u{1f600}')),
  maxLength: 40,
});
const anyCall: fc.Arbitrary<MessageCall> = fc.record({
  member: fc.constantFrom<MessageMember>('error', 'info', 'log', 'warn'),
  given: fc.tuple(text),
});

const { speak: log, ...inHost } = speaker({ where: 'host' });
const { speak: print, ...onCommandLine } = speaker({ where: 'command-line' });

export const logsDrawn = conversationProperty({
  ...inHost,
  inputs: () => fc.array(anyCall, { minLength: 2, maxLength: 8 }),
  hold: log,
  expect: lineOfEach,
});

/** The text of a call: in a log it has the level of the member. */
const written = (
  { where, member }: Speaker & Pick<MessageCall, 'member'>,
  name: string,
  isRight: (text: string) => boolean,
): Expectation =>
  record({
    ended: ['returned'],
    ...(where === 'host'
      ? { lines: satisfies(`level ${LEVELS[member]}`, (lines) => isAllAt(LEVELS[member], lines)) }
      : {}),
    text: satisfies(name, (seen) => isRight(String(seen)) || JSON.stringify(String(seen).slice(0, 300))),
  });

function isAllAt(level: string, lines: unknown): true | string {
  const levels: unknown[] = Array.isArray(lines) ? lines.map((line) => Object(line).level) : [];
  return (levels.length > 0 && levels.every((one) => one === level)) || `levels ${levels.join(', ')}`;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A word before a printed text, as a mark of its kind: hosts may mark warnings and errors. */
const MARKS = { host: '', 'command-line': '(?:\\[?[A-Za-z]{1,12}\\]?:? )?' } as const;

/** Texts with white space between them; a mark before each line, if marks are possible. */
const separated = (texts: readonly string[], mark = ''): RegExp =>
  new RegExp(`^${mark}${texts.map(escaped).join(`\\s+${mark}`)}\\s*$`);

const isLine = (texts: readonly string[]): RegExp =>
  new RegExp(`^${MARKS['command-line']}${texts.map(escaped).join()}\\n$`);

const printedLine = (call: SpokenMessage): Expectation =>
  written(call, `a line with ${textsOf(call).join()}`, (all) => isLine(textsOf(call)).test(all));

export const prints = spoken(single<SpokenMessage>, printedLine);

const printedOf = (member: MessageMember, given: string): SpokenMessage => ({
  where: 'command-line',
  member,
  given: [given],
});

export const printsDrawn = conversationProperty({
  ...onCommandLine,
  inputs: () => text,
  hold: (given, partners, at, { member }: { readonly member: MessageMember }) =>
    print([printedOf(member, given)], partners, at),
  expect: (given, _, { member }) => printedLine(printedOf(member, given)),
});

/** The least number of bytes for a message in a line of the log. */
const LEFT = 1900;

/** A command line prints all of it, and a log has its beginning. */
export const writesLong = spoken(single<SpokenMessage>, (call) => {
  if (call.where === 'command-line') return printedLine(call);
  const [whole = ''] = textsOf(call);
  return written(call, `the first ${LEFT} bytes or more of ${whole.slice(0, 20)}…`, (all) => {
    // The limit may have truncated a character.
    const kept = all.replace(/\ufffd+$/, '');
    return whole.startsWith(kept) && Buffer.byteLength(kept) >= LEFT - 4;
  });
});

export const writesSeveral = spoken(single<SpokenMessage>, (call) =>
  written(call, textsOf(call).join(', '), (all) => separated(textsOf(call), MARKS[call.where]).test(all)),
);

type MessageWithParts = SpokenMessage & { readonly parts: readonly string[] };

export const writesParts = spoken(single<MessageWithParts>, ({ parts, ...call }) =>
  written(call, `a text with ${parts.join(', ')}`, (all) => parts.every((part) => all.includes(part))),
);

export const writesDumps = spoken(
  single<MessageWithParts>,
  () =>
    satisfies('the texts of rt.dump, separated by white space', (seen) => {
      const { text, dumps = [] }: { readonly text?: string; readonly dumps?: readonly string[] } = Object(seen);
      return (dumps.length > 0 && separated(dumps).test(`${text}`)) || `${text} beside ${dumps.join(', ')}`;
    }),
  () => ({ dumping: true }),
);

/** A message while a timer runs, and perhaps another one once it has stopped. */
type MessageBesideTimer = Speaker & { readonly member: MessageMember; readonly stops: boolean };

export const writesBesideTimer = spoken(
  ({ member, stops }: MessageBesideTimer) => [
    { member: 'time', given: ['timer'] },
    { member, given: ['while-it-runs'] },
    ...(stops ? [{ member: 'timeEnd', given: ['timer'] }, ...single({ member, given: ['behind-it'] })] : []),
  ],
  ({ member, stops }) =>
    satisfies(`the messages while the timer ran${stops ? ', and after it' : ''}`, (seen) => {
      const lines: readonly unknown[] = Object(seen).lines ?? [];
      const own = lines.map((line) => (typeof line === 'string' ? line : ownText(line, LEVELS[member]))).join('\n');
      const found = own.match(/while-it-runs|behind-it/g) ?? [];
      return found.join() === (stops ? 'while-it-runs,behind-it' : 'while-it-runs') || own;
    }),
  // A timer that continues would affect the messages of others.
  ({ stops }) => ({ alone: !stops }),
);

const ownText = (line: unknown, level: string): string => (Object(line).level === level ? Object(line).message : '');

/** The callback runs after the response. */
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
  hold: ({ member }: { readonly member: MessageMember }, partners, at) => logOf([member], 1, partners, at),
  expect: ({ member }) =>
    record({
      responses: list(response({ status: 203 })),
      log: satisfies(`the last message and the words at level ${LEVELS[member]}`, (lines) => {
        const all = (Array.isArray(lines) ? lines : []).map((line) => ownText(line, LEVELS[member])).join('\n');
        const wrong = isAllAt(LEVELS[member], lines);
        return wrong === true ? separated(['last', 'words']).test(all) || all.slice(0, 300) : wrong;
      }),
    }),
});

export const isRecorded = spoken(single<SpokenMessage>, () => anything);

const answersType = (member: string, t: World): void => {
  console.log(typeof t.at(`globalThis.console.${member}`));
};

/** 3/versioning/0-2-6. */
export const isThere = conversation({
  needs: ['command-line'],
  hold: async ({ member }: { readonly member: string }, { commandLine }) =>
    (await commandLine.run(answersType, member, { among: true })).stdout,
  expect: () => equal('function\n'),
});
