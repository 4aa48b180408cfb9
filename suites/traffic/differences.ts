/** Compares the answers of two hosts, and classifies the differences. */
import { parsedPlain } from '../executor/plain.js';
import type { DrawnConnection, DrawnRequest } from './conversation.js';
import { stepIn } from './members.js';
import type { PlayResult } from './play.js';

export interface TrafficDifference {
  /** Differences with equal keys are alike; for example `Range … /files/: header Content-Length`. */
  readonly key: string;
  readonly real: string;
  readonly ours: string;
}

/** Parts that always differ: dates, names of programs, and random numbers. */
function comparable({ received }: PlayResult): string {
  return (
    received
      .replace(/^Date: .*$/gm, 'Date: DATE')
      .replace(/^Expires: .*$/gm, 'Expires: DATE')
      .replace(/^(Server: ).*$/gm, '$1HOST')
      // Where no name is asked for, that of the socket is given.
      .replace(/^(Location: http:\/\/unix:\/\S*\/)(?:real|ours)\//gm, '$1')
      .replace(/(<center>)(?:nginx|srvspec)[^<]*/gi, '$1HOST')
      .replace(/(boundary=|^--)\d+/gm, '$1BOUNDARY')
  );
}

interface Message {
  readonly status: string;
  readonly headers: readonly string[];
  readonly body: string;
}

function messagesOf(text: string): readonly Message[] {
  return text.split(/(?=HTTP\/1\.[01] \d{3} )/).map((message) => {
    const end = message.indexOf('\r\n\r\n');
    const [status = '', ...headers] = (end < 0 ? message : message.slice(0, end)).split('\r\n');
    const body = end < 0 ? '' : message.slice(end + 4);
    // The names of the programs on built-in pages have different lengths.
    const named =
      (Number(status.slice(9, 12)) >= 300 && headers.includes('Content-Type: text/html')) || /<center>HOST/i.test(body);
    if (!named) return { status, headers, body };
    return unmeasured({ status, headers, body: body.replace(/^[\da-f]+\r$/gm, 'SIZE') });
  });
}

/** The number of bytes by which a page with our name is longer. */
const LONGER_NAME = 'srvspec/1.30.0'.length - 'nginx/1.30.0'.length;

const unmeasured = (message: Message): Message => ({
  ...message,
  headers: message.headers.filter((line) => !line.startsWith('Content-Length')),
});

const lengthOf = ({ headers }: Message): number =>
  Number(headers.find((line) => line.startsWith('Content-Length'))?.slice('Content-Length: '.length));

/** The only difference if a host sends a body in a response without one; any other difference is reported instead. */
const SURPLUS = 'body where there is none';

/** The first difference between two answers to one conversation, or else between their logs; `undefined` without one. */
export function differenceOf(
  conversation: DrawnConnection,
  real: PlayResult,
  ours: PlayResult,
  logged: TrafficDifference | undefined,
): TrafficDifference | undefined {
  const differences = [...differencesOf(conversation, real, ours), ...(logged === undefined ? [] : [logged])];
  return differences.find(({ key }) => !key.endsWith(SURPLUS)) ?? differences[0];
}

function* differencesOf(
  conversation: DrawnConnection,
  real: PlayResult,
  ours: PlayResult,
): Generator<TrafficDifference> {
  // A host that closes with unread bytes resets the connection. How far the client has read by then is chance.
  if (real.end === 'reset' && ours.end !== 'open' && comparable(ours).startsWith(comparable(real))) return;
  const [theirs, own] = [messagesOf(comparable(real)), messagesOf(comparable(ours))];
  for (let at = 0; at < Math.max(theirs.length, own.length); at++) {
    // Interim responses belong to the request of the next final response.
    const answered = own.slice(0, at).filter(({ status }) => !status.startsWith('HTTP/1.1 100')).length;
    const request = conversation.requests[Math.min(answered, conversation.requests.length - 1)];
    const outcome = request === undefined ? undefined : outcomeDifference(request, theirs[at], own[at]);
    const about = aboutMessages(theirs[at], own[at], request?.method === 'HEAD');
    if (outcome !== undefined) yield outcome;
    else if (about !== undefined)
      yield { key: `${placeOf(request)}: ${about}`, real: shown(theirs[at]), ours: shown(own[at]) };
  }
  if (real.end === ours.end) return;
  const half = conversation.missing > 0 ? ', after the client had closed its half' : '';
  yield { key: `end of the connection: ${real.end} there, ${ours.end} here${half}`, real: real.end, ours: ours.end };
}

/** The first outcome of a program of members that differs. */
function outcomeDifference(
  { target, lines }: DrawnRequest,
  theirs: Message | undefined,
  own: Message | undefined,
): TrafficDifference | undefined {
  const [real, ours] = [outcomesOf(theirs), outcomesOf(own)];
  if (target !== '/members' || real === undefined || ours === undefined) return undefined;
  const [there, here] = [real, ours].map((all) => all.map((outcome) => JSON.stringify(outcome)));
  const at = there?.findIndex((outcome, index) => outcome !== here?.[index]) ?? -1;
  if (at < 0) return undefined;
  const how = ([kind, what]: readonly unknown[] = []): string => (kind === 'returned' ? 'a result' : `${kind} ${what}`);
  const { member, step } = stepIn(lines, at);
  const shown = (outcome = ''): string => `${step}\n${outcome.slice(0, 500)}`;
  const key = `${member}: ${how(real[at])} there, ${how(ours[at])} here`;
  return { key, real: shown(there?.[at]), ours: shown(here?.[at]) };
}

function outcomesOf(message: Message | undefined): readonly (readonly unknown[])[] | undefined {
  const read: unknown = parsedPlain(message?.body ?? '');
  return Array.isArray(read) ? read : undefined;
}

function aboutMessages(theirs: Message | undefined, own: Message | undefined, isHead: boolean): string | undefined {
  if (theirs === undefined || own === undefined) return `${statusOf(theirs)} there, ${statusOf(own)} here`;
  if (theirs.status !== own.status) return `${theirs.status.slice(9)} there, ${own.status.slice(9)} here`;
  const isPage = isHead && Number(statusOf(theirs)) >= 300 && lengthOf(own) - lengthOf(theirs) === LONGER_NAME;
  const [real, ours] = isPage ? [unmeasured(theirs), unmeasured(own)] : [theirs, own];
  const names = (message: Message): string => message.headers.map(nameOf).join(' ');
  const changed =
    real.headers.find((line) => !ours.headers.includes(line)) ??
    ours.headers.find((line) => !real.headers.includes(line));
  if (changed !== undefined) return `${statusOf(real)} header ${nameOf(changed)}`;
  if (names(real) !== names(ours)) return `${statusOf(real)} order of headers`;
  if (real.body === ours.body) return undefined;
  const hasNone = ours.body === '' && (isHead || /^(?:204|304)$/.test(statusOf(real)));
  return `${statusOf(real)} ${hasNone ? SURPLUS : 'body'}`;
}

const nameOf = (line: string): string => line.split(':', 1)[0] ?? '';
const statusOf = (message: Message | undefined): string =>
  message === undefined ? 'nothing' : message.status.slice(9, 12);

/** The location of a request. */
function placeOf(request: DrawnRequest | undefined): string {
  if (request === undefined) return 'no request';
  return placeOfTarget(request.target.replace(/^http:\/\/[^/]*/i, ''));
}

function placeOfTarget(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  const [, first = '', second = '', third = ''] = path.split('/');
  if (first === 'passed') return `/passed/${second}/${third}`;
  return ['files', 'aliased', 'tried', 'coded', 'added', 'rewritten'].includes(first)
    ? `/${first}/`
    : `/${first}/${second}`.slice(0, 40);
}

function shown(message: Message | undefined): string {
  if (message === undefined) return '(nothing)';
  const body =
    message.body.length > 200 ? `${message.body.slice(0, 200)}… (${message.body.length} bytes)` : message.body;
  return [message.status, ...message.headers, '', body].join('\n');
}

/** The first line that one log has more often than the other, without varying parts, and the line in its place. */
export function loggedDifference(log: string, real: string, ours: string): TrafficDifference | undefined {
  const [theirs, own] = [linesOf(real), linesOf(ours)];
  const [more, less] = [remaining(theirs, own), remaining(own, theirs)];
  const [there, here] = [more[0], less[0]];
  if (there === undefined && here === undefined) return undefined;
  const about = (line: string | undefined): string => (line === undefined ? 'nothing' : kindOf(line));
  const path = /(?:^"?|request: ")\S+ (?:http:\/\/[^/]*)?(\/[^ "]*)/.exec(there ?? here ?? '');
  const place = placeOfTarget(path?.[1] ?? '');
  return {
    key: `${place}: ${log} log: ${about(there)} there, ${about(here)} here`,
    real: more.join('\n'),
    ours: less.join('\n'),
  };
}

/** A line reduced to its essentials: status, size and completion of the access log, the message of the error log. */
function kindOf(line: string): string {
  const end = / (\d{3} (?:\d+|BYTES) .*)$/.exec(line)?.[1];
  const words = line.replace(/, client: .*$/, '').replace(/"[^"]*(?:"|$)/g, '"…"');
  return end ?? words.slice(0, 200);
}

function linesOf(text: string): readonly string[] {
  // The two engines of the real host also report the place of an error differently.
  return text
    .replace(/(?:\n {4}at [^\n]*)+\n/g, '')
    .split('\n')
    .map(withoutVaryingParts)
    .filter((line) => line !== '');
}

function remaining(lines: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...taken];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** A line of the error log with the maximal length was truncated; where depends on the lengths of numbers before. */
const [LONGEST_LINE, SURE_PART] = [2047, 1850];

/** A thrown error is truncated at a place that depends on the stack of the real host. */
const THROWN = / js (?:call )?exception: /;
const SURE_PART_OF_THROWN = 1500;

function surePart(line: string): number | undefined {
  if (THROWN.test(line)) return SURE_PART_OF_THROWN;
  return line.length < LONGEST_LINE ? undefined : SURE_PART;
}

/** Time, process and numbers of connections; notices of start and end. */
function withoutVaryingParts(whole: string): string {
  if (/\[notice\]/.test(whole)) return '';
  return (
    whole
      .replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /, '')
      .replace(/\d+#\d+: (\*\d+ )?/, '')
      .replace(/\/[^ "]*\/(real|ours)\//g, '/OWN/')
      // So they do with what was thrown.
      .replace(THROWN, ' js exception: ')
      // The names of the programs on built-in pages have different lengths; to HEAD a body may be sent that should not be.
      .replace(/ ([3-5]\d\d|204) \d+ (OK)?$/, ' $1 BYTES $2')
      .replace(/(?<=^"HEAD .*) (\d\d\d) \d+ (OK)?$/, ' $1 BYTES $2')
      .slice(0, surePart(whole))
  );
}
