/**
 * Asks a service of the management API the same again, and prints what comes, in a form that is the same in each run. It stands in
 * folders as `play.mjs`, where it has nothing but Node: no module of ours is imported here.
 */
import { readFile } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** One request. In its texts `{run}` stands for what the names of a run begin with, `{answer N POINTER}` for a text of an earlier answer. */
export interface Asking {
  readonly method: string;
  readonly path: string;
  /** Replaces the last segment of the base URL. */
  readonly version?: string;
  /** The account as Basic credentials where it does not say; `null`: none. */
  readonly authorization?: null | readonly FieldPart[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  /** How names of fields are written. */
  readonly names?: 'lower-case' | 'upper-case';
  /** The body comes in pieces, behind its length or in chunks. */
  readonly pace?: 'pieces' | 'chunks';
  /** What is asked for may settle: it is asked again, for some seconds, until the answer is right. */
  readonly settles?: true;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** It holds a part of the account. */
  readonly echoes?: boolean;
}

export interface ServiceExchange {
  readonly steps: readonly Asking[];
  /** Of the lines that are printed those that tell a wrong service from a right one; all where there are none. */
  readonly compared: readonly string[];
  /** Lines that a right service gives. */
  readonly right: readonly string[];
}

/** What a field is made of: a text as it stands, a piece of something of the account, a character as often as that has some, or several in base64. */
export type FieldPart =
  | string
  | { readonly take: AccountSource; readonly from?: number; readonly to?: number }
  | { readonly repeat: string; readonly asLongAs: AccountSource }
  /** With `bytes`, each character of the parts is a byte. */
  | { readonly base64: readonly FieldPart[]; readonly bytes?: true };

export interface PlayedAccount {
  readonly clientId: string;
  readonly apiKey: string;
  readonly revokedApiKey?: string;
}

const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const swapped = (text: string): string =>
  [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');

const percentEncoded = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&');

/** All that pieces may be taken of. */
const SOURCES = {
  credentials: ({ clientId, apiKey }: PlayedAccount) => inBase64(`${clientId}:${apiKey}`),
  'credentials with the key in other case': ({ clientId, apiKey }: PlayedAccount) =>
    inBase64(`${clientId}:${swapped(apiKey)}`),
  'client id': ({ clientId }: PlayedAccount) => clientId,
  key: ({ apiKey }: PlayedAccount) => apiKey,
  'revoked key': ({ revokedApiKey }: PlayedAccount) => revokedApiKey ?? '',
  'client id in other case': ({ clientId }: PlayedAccount) => swapped(clientId),
  'key in other case': ({ apiKey }: PlayedAccount) => swapped(apiKey),
  'key, percent-encoded': ({ apiKey }: PlayedAccount) => percentEncoded(apiKey),
} as const;

export type AccountSource = keyof typeof SOURCES;

/** What pieces of an account may be taken of, with their names. */
export const sourcesOf = (account: PlayedAccount): (readonly [source: AccountSource, text: string])[] => {
  const names: readonly AccountSource[] = [
    'credentials',
    'credentials with the key in other case',
    'client id',
    'key',
    'revoked key',
    'client id in other case',
    'key in other case',
    'key, percent-encoded',
  ];
  return names.map((name) => [name, SOURCES[name](account)]);
};

/** A field for an account. */
export const fieldOf = (parts: readonly FieldPart[], account: PlayedAccount): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('repeat' in part) return part.repeat.repeat(SOURCES[part.asLongAs](account).length);
      return 'base64' in part
        ? Buffer.from(fieldOf(part.base64, account), part.bytes ? 'latin1' : 'utf8').toString('base64')
        : SOURCES[part.take](account).slice(part.from ?? 0, part.to);
    })
    .join('');

const TOLD = ['content-type', 'www-authenticate', 'allow', 'location', 'retry-after'];

/** Tells answers in lines; texts that differ from run to run, such as ids, are named by where they came first. */
export class Teller {
  readonly #named = new Map<string, string>();
  readonly #own = new Set<string>();
  readonly #secrets: readonly string[];
  readonly #run: string;

  constructor(run: string, secrets: readonly string[]) {
    this.#run = run;
    this.#secrets = secrets.filter((secret) => secret.length > 5);
  }

  /** The lines of the answer to the request of this number, each behind its name and a colon. */
  lines(number: number, body: string | undefined, { status, headers, text, echoes = false }: ServiceAnswer): string[] {
    const all = [text, ...headers.map(([, value]) => value)].join('\n');
    if (echoes || this.#secrets.some((secret) => all.includes(secret)))
      return [
        `answer ${number} status: ${status}`,
        `answer ${number} body: it, or a header, holds a part of the account`,
      ];
    for (const one of textsIn(jsonOf(body ?? ''))) this.#own.add(one);
    const told = TOLD.flatMap((name) => {
      const values = headers
        .filter(([other]) => other.toLowerCase() === name)
        .map(([, value]) => this.#text(value, `${number} ${name}`));
      return values.length === 0 ? [] : [`answer ${number} ${name}: ${values.join(', ')}`];
    });
    const json = jsonOf(text);
    const shown = text === '' ? 'empty' : json === undefined ? 'no JSON' : this.#shown(json, `${number} `);
    return [`answer ${number} status: ${status}`, ...told, `answer ${number} body: ${shown}`];
  }

  #shown(json: JsonValue, place: string): string {
    if (typeof json === 'string') return JSON.stringify(this.#text(json, place));
    if (typeof json === 'number') return Math.abs(json) < 1e6 ? String(json) : 'a large number';
    if (typeof json !== 'object' || json === null) return String(json);
    if (isList(json)) {
      // Of records those of this run: others are of no concern, and change.
      const own = json.filter((one) => typeof one !== 'object' || textsIn(one).some((text) => this.#isOwn(text)));
      return `[${own.map((one, i) => this.#shown(one, `${place}/${i}`)).join(',')}]`;
    }
    const names = Object.keys(json).sort();
    const members = names.map(
      (name) => `${JSON.stringify(name)}:${this.#shown(json[name] ?? null, `${place}/${name}`)}`,
    );
    return `{${members.join(',')}}`;
  }

  #isOwn(text: string): boolean {
    return this.#run !== '' && text.includes(this.#run);
  }

  #text(text: string, place: string): string {
    if (this.#isOwn(text)) return text.replaceAll(this.#run, '{run}');
    if (this.#own.has(text)) return text;
    if (!/\d/.test(text) && (text.length < 12 || text.includes(' ') || text.includes('/'))) return text;
    const first = this.#named.get(text) ?? `{answer ${place}}`;
    this.#named.set(text, first);
    return first;
  }
}

const isList = (json: JsonValue): json is readonly JsonValue[] => Array.isArray(json);

/** All texts in a value. */
export function textsIn(json: JsonValue | undefined): string[] {
  if (typeof json === 'string') return [json];
  if (typeof json !== 'object' || json === null) return [];
  return Object.values(json).flatMap(textsIn);
}

export function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What stands at a JSON pointer. */
function at(json: JsonValue | undefined, pointer: string): string {
  let here = json;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    here =
      typeof here === 'object' && here !== null ? Object.entries(here).find(([key]) => key === name)?.[1] : undefined;
  }
  return typeof here === 'string' || typeof here === 'number' ? String(here) : '';
}

const TRY_MS = 250;
const SETTLE_MS = 5_000;
const PATIENCE_MS = 10_000;

/** Lines of all answers, until one does not come. Rejects where nobody listens. */
export async function playService(
  { steps, right }: Pick<ServiceExchange, 'steps' | 'right'>,
  base: string,
  account: PlayedAccount,
): Promise<string[]> {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const run = `srvspec-${Array.from({ length: 8 }, () => letters[Math.floor(Math.random() * letters.length)]).join('')}`;
  const teller = new Teller(run, secretsIn(account));
  const answers: ServiceAnswer[] = [];
  const lines: string[] = [];
  const filled = (text: string): string =>
    text
      .replaceAll('{run}', run)
      .replace(/\{answer (\d+) ([^}]*)\}/g, (_, number, pointer) =>
        at(jsonOf(answers[number - 1]?.text ?? ''), pointer),
      );
  for (const [i, step] of steps.entries()) {
    const body = step.body === undefined ? undefined : filled(step.body);
    const own = step.authorization?.map((part) => filledIn(part, filled));
    const asking = {
      ...{ ...step, path: filled(step.path) },
      ...(body !== undefined && { body }),
      ...(own !== undefined && { authorization: own }),
    };
    const end = Date.now() + SETTLE_MS;
    for (;;) {
      const answer = await ask(asking, base, account);
      if (answer === undefined) return [...lines, `answer ${i + 1} status: none`];
      const told = teller.lines(i + 1, body, answer);
      const isRight = told.every((line) => right.includes(line));
      if (step.settles === undefined || isRight || Date.now() > end) {
        answers.push(answer);
        lines.push(...told);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, TRY_MS));
    }
  }
  return lines;
}

/** Texts in which something stands for others, put in. */
function filledIn(part: FieldPart, filled: (text: string) => string): FieldPart {
  if (typeof part === 'string') return filled(part);
  return 'base64' in part ? { ...part, base64: part.base64.map((one) => filledIn(one, filled)) } : part;
}

/** Texts that are told to nobody. */
export const secretsIn = (account: PlayedAccount): string[] => sourcesOf(account).map(([, text]) => text);

const BASIC: readonly FieldPart[] = ['Basic ', { base64: [{ take: 'client id' }, ':', { take: 'key' }] }];

function ask(
  { method, path, version, authorization = BASIC, headers, body, names, pace }: Asking,
  base: string,
  account: PlayedAccount,
): Promise<ServiceAnswer | undefined> {
  const root = version === undefined ? base : `${base.replace(/\/[^/]*$/, '')}${version}`;
  const { protocol, hostname, port, pathname } = new URL(root);
  const given = authorization === null ? undefined : fieldOf(authorization, account);
  const all = [...headers, ...(given === undefined ? [] : [['Authorization', given] as const])];
  const nameOf = (name: string): string =>
    names === undefined ? name : names === 'lower-case' ? name.toLowerCase() : name.toUpperCase();
  const make = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = make({
      ...{
        method,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        path: `${pathname.replace(/\/$/, '')}${path}`,
        agent: false,
      },
      ...(port !== '' && { port }),
      headers: {
        ...Object.fromEntries(all.map(([name, value]) => [nameOf(name), value])),
        ...(body !== undefined && pace !== 'chunks' && { 'Content-Length': Buffer.byteLength(body) }),
      },
      timeout: PATIENCE_MS,
    });
    sent.on('timeout', () => sent.destroy());
    // Who listens and closes gives no answer; that nobody listens says nothing.
    sent.on('error', (error) =>
      'syscall' in error && error.syscall === 'connect' ? reject(error) : resolve(undefined),
    );
    sent.on('response', (answer) => void whole(answer).then(resolve, () => resolve(undefined)));
    if (pace === undefined || body === undefined) sent.end(body);
    else void inPieces(sent, Buffer.from(body));
  });
}

const PIECES = 8;

async function inPieces(sent: ClientRequest, body: Buffer): Promise<void> {
  const size = Math.ceil(body.length / PIECES);
  for (let from = 0; from < body.length; from += size) {
    sent.write(body.subarray(from, from + size));
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  sent.end();
}

async function whole(answer: IncomingMessage): Promise<ServiceAnswer> {
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  const headers = answer.rawHeaders.flatMap((name, i) =>
    i % 2 === 0 ? [[name, answer.rawHeaders[i + 1] ?? ''] as const] : [],
  );
  return { status: answer.statusCode ?? 0, headers, text: Buffer.concat(pieces).toString() };
}

/** The lines that are compared; all where nothing says which. */
export const comparedOf = (lines: readonly string[], compared: readonly string[]): string[] =>
  lines.filter((line) => compared.length === 0 || compared.includes(nameOf(line)));

/** What a line is about. */
export const nameOf = (line: string): string => line.slice(0, line.indexOf(': '));

/** `node play.mjs exchange.json`; the account and the base URL stand in the environment. All lines go to standard error. */
export async function main([file = 'exchange.json']: readonly string[]): Promise<void> {
  try {
    const exchange: ServiceExchange = JSON.parse(await readFile(file, 'utf8'));
    const {
      SRVSPEC_CLIENT_ID: clientId,
      SRVSPEC_API_KEY: apiKey,
      SRVSPEC_REVOKED_API_KEY: revokedApiKey,
    } = process.env;
    if (clientId === undefined || apiKey === undefined)
      throw new Error('SRVSPEC_CLIENT_ID and SRVSPEC_API_KEY are needed');
    if (revokedApiKey === undefined && JSON.stringify(exchange.steps).includes('"revoked key"'))
      throw new Error('SRVSPEC_REVOKED_API_KEY is needed: a key that another has replaced');
    const account = { clientId, apiKey, ...(revokedApiKey !== undefined && { revokedApiKey }) };
    const lines = await playService(exchange, (process.env.SRVSPEC_BASE_URL ?? '').replace(/\/$/, ''), account);
    process.stderr.write(lines.map((line) => `${line}\n`).join(''));
    process.stdout.write(
      comparedOf(lines, exchange.compared)
        .map((line) => `${line}\n`)
        .join(''),
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
