/** What two hosts answered differently, by what it is about. */
import type { DrawnConnection, DrawnRequest } from './conversation.js';
import type { Played } from './play.js';

export interface TrafficDifference {
  /** Differences with one key are alike; for example `Range … /files/: header Content-Length`. */
  readonly key: string;
  readonly real: string;
  readonly ours: string;
}

/** What cannot be the same: dates, names of programs, and numbers that are drawn by chance. */
function comparable({ received }: Played): string {
  return (
    received
      .replace(/^Date: .*$/gm, 'Date: DATE')
      .replace(/^Expires: .*$/gm, 'Expires: DATE')
      .replace(/^(Server: ).*$/gm, '$1HOST')
      // Where no name is asked for, that of the socket is told.
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
    const unmeasured = headers.filter((line) => !line.startsWith('Content-Length'));
    return { status, headers: unmeasured, body: body.replace(/^[\da-f]+\r$/gm, 'SIZE') };
  });
}

/** The first difference of two answers to one conversation; `undefined` where there is none. */
export function differenceOf(conversation: DrawnConnection, real: Played, ours: Played): TrafficDifference | undefined {
  // A host that leaves bytes unread when it closes resets the connection; how far the client has read by then is chance.
  if (real.end === 'reset' && ours.end !== 'open' && comparable(ours).startsWith(comparable(real))) return undefined;
  const [theirs, own] = [messagesOf(comparable(real)), messagesOf(comparable(ours))];
  for (let at = 0; at < Math.max(theirs.length, own.length); at++) {
    const about = aboutMessages(theirs[at], own[at]);
    if (about !== undefined) {
      const key = `${placeOf(conversation.requests[Math.min(at, conversation.requests.length - 1)])}: ${about}`;
      return { key, real: shown(theirs[at]), ours: shown(own[at]) };
    }
  }
  if (real.end === ours.end) return undefined;
  const half = conversation.missing > 0 ? ', after the client had closed its half' : '';
  return { key: `end of the connection: ${real.end} there, ${ours.end} here${half}`, real: real.end, ours: ours.end };
}

function aboutMessages(real: Message | undefined, ours: Message | undefined): string | undefined {
  if (real === undefined || ours === undefined) return `${statusOf(real)} there, ${statusOf(ours)} here`;
  if (real.status !== ours.status) return `${real.status.slice(9)} there, ${ours.status.slice(9)} here`;
  const names = (message: Message): string => message.headers.map(nameOf).join(' ');
  const changed =
    real.headers.find((line) => !ours.headers.includes(line)) ??
    ours.headers.find((line) => !real.headers.includes(line));
  if (changed !== undefined) return `${statusOf(real)} header ${nameOf(changed)}`;
  if (names(real) !== names(ours)) return `${statusOf(real)} order of headers`;
  return real.body === ours.body ? undefined : `${statusOf(real)} body`;
}

const nameOf = (line: string): string => line.split(':', 1)[0] ?? '';
const statusOf = (message: Message | undefined): string =>
  message === undefined ? 'nothing' : message.status.slice(9, 12);

/** The location that a request is for. */
function placeOf(request: DrawnRequest | undefined): string {
  if (request === undefined) return 'no request';
  const [path = ''] = request.target.replace(/^http:\/\/[^/]*/i, '').split(/[?#]/, 1);
  const [, first = '', second = '', third = '', fourth = ''] = path.split('/');
  if (first === 'filtered') return `/filtered/${second}/${third}/${third === 'proxy' ? fourth : ''}`;
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

/** A line that one host logged more often than the other. */
export interface LineDifference {
  /** The line without what differs by nature. */
  readonly line: string;
  /** How much more often the real host has it. */
  readonly more: number;
}

/** Lines of logs that one host wrote more often than the other. */
export function differingLines(real: string, ours: string): readonly LineDifference[] {
  const counts = new Map<string, number>();
  const count = (text: string, by: number): void => {
    for (const line of text.split('\n')) {
      const plain = withoutNature(line);
      if (plain !== '') counts.set(plain, (counts.get(plain) ?? 0) + by);
    }
  };
  count(real, 1);
  count(ours, -1);
  return [...counts].filter(([, more]) => more !== 0).map(([line, more]) => ({ line, more }));
}

/** What a line of a log is about: lines with the same are alike. */
export function kindOfLine(line: string): string {
  return line
    .replace(/, client: .*$/, '')
    .replace(/"[^"]*(?:"|$)/g, '"…"')
    .slice(0, 200);
}

/** A line of the error log that is as long as lines may be was cut; where, the lengths of numbers in front decide. */
const [LONGEST_LINE, SURE_PART] = [2047, 1900];

/** Time, process and numbers of connections; notices of start and end. */
function withoutNature(whole: string): string {
  if (/\[notice\]/.test(whole)) return '';
  return (
    (whole.length < LONGEST_LINE ? whole : whole.slice(0, SURE_PART))
      .replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /, '')
      .replace(/\d+#\d+: (\*\d+ )?/, '')
      .replace(/\/[^ "]*\/(real|ours)\//g, '/OWN/')
      // The names of the programs on built-in pages have different lengths.
      .replace(/ ([3-5]\d\d) \d+ (OK)?$/, ' $1 BYTES $2')
  );
}
