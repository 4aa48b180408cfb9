// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell
/** A folder about a service: what it was asked, so that it can be asked again. It is not run against it here: a service is not ours to ask at will. */
import type { ApiAnswer, ApiRequest, Endpoint } from '../language/endpoint.js';
import type { Partners } from '../language/partners.js';
import { partnersOf } from '../targets/support/partners.js';
import { NotAlone } from './configuration.js';
import { type Lengths, partsOf } from './playing/credentials.js';
import {
  type Asking,
  type FieldPart,
  type JsonValue,
  jsonOf,
  type PlayedAccount,
  playService,
  Teller,
} from './playing/service-play.js';
import { exchangeText } from './playing/written.js';
import { compared, serviceRun } from './service-run.js';
import { askingLine, bodyFile } from './services.js';
import type { WrittenFiles } from './trying.js';

/** One exchange with a service. */
interface Asked {
  readonly request: ApiRequest;
  readonly settles: boolean;
  answer: ApiAnswer | undefined;
}

/** What a conversation asked of a service. */
export class ServiceRecording {
  readonly asked: Asked[] = [];
  /** What the names of its run begin with. */
  run = '';

  of(partners: Partners): Partners {
    const recording = this;
    return partnersOf({
      get api(): Endpoint {
        return recording.#by(partners.api);
      },
    });
  }

  #by(api: Endpoint): Endpoint {
    const named = (name: string): string => {
      this.run ||= /^srvspec-[a-z0-9]{8}/.exec(name)?.[0] ?? '';
      return name;
    };
    return {
      ask: (request) => this.#noted(request, api.ask(request), false),
      settled: (request, good) => this.#noted(request, api.settled(request, good), true),
      named: (label) => named(api.named(label)),
      session: api.session,
      apart: () => this.#by(api.apart()),
      includes: () => {},
      quiet: () => api.quiet(),
      readings: (path) => api.readings(path),
      created: (of) => api.created(of),
      accepted: (of) => api.accepted(of),
      atFirst: (of) => api.atFirst(of),
      atRotation: () => api.atRotation(),
      app: (label) => {
        const app = api.app(label);
        named(app.name);
        return app;
      },
      find: (place, json) => api.find(place, json),
      lasting: (json) => api.lasting(json),
    };
  }

  async #noted(request: ApiRequest, answer: Promise<ApiAnswer>, settles: boolean): Promise<ApiAnswer> {
    const one: Asked = { request, settles, answer: undefined };
    this.asked.push(one);
    one.answer = await answer;
    return one.answer;
  }
}

/** A right service, to be asked at will. */
export interface RightService {
  readonly url: string;
  readonly account: PlayedAccount;
}

/** Its files but the README. Rejects with `NotAlone` where a script cannot ask the same. */
export async function serviceFiles(
  { asked, run }: ServiceRecording,
  secrets: readonly string[],
  right: RightService | undefined,
  lengths?: Lengths,
): Promise<WrittenFiles> {
  if (asked.length === 0) throw new NotAlone('it asks nothing itself: it is about all that a run has asked');
  const steps = asked.map((one, i) => stepOf(one, asked.slice(0, i), run, lengths));
  const teller = new Teller(run, secrets);
  // Behind an answer that does not come nothing is asked any more.
  const answered = asked.findIndex(({ answer }) => answer === undefined);
  const wrong = asked
    .slice(0, answered < 0 ? asked.length : answered + 1)
    .flatMap(({ answer }, i) =>
      answer === undefined
        ? [`answer ${i + 1} status: none`]
        : teller.lines(i + 1, plainBody(steps[i]?.body, run), { ...answer, echoes: answer.echoes.length > 0 }),
    );
  const unsettled = steps.map(({ settles: _, ...step }) => step);
  const rightly: string[][] = [];
  // What differs between two times of a right service tells nothing.
  for (const { url, account } of right === undefined ? [] : [right, right])
    rightly.push(await playService({ steps: unsettled, right: [] }, url, account));
  const told = compared({ wrong, right: rightly });
  const needs = [
    '# Sends the service the same requests again. SRVSPEC_BASE_URL ends with the version, such as /v1. The account is also in the environment.',
    ': "${SRVSPEC_BASE_URL:?}" "${SRVSPEC_CLIENT_ID:?}" "${SRVSPEC_API_KEY:?}"',
  ];
  return {
    'run.sh': serviceRun(needs, told),
    'exchange.json': exchangeText({ compared: told.names, right: rightly[0] ?? [], steps }),
    'actual.txt': told.actual,
    ...(told.expected !== undefined && { 'expected.txt': told.expected }),
  };
}

/** Bodies as they were sent, for commands by hand. */
export const bodyFiles = ({ asked }: ServiceRecording): WrittenFiles =>
  Object.fromEntries(
    asked.flatMap(({ request: { json, body } }, i) => {
      const text = json === undefined ? body?.text : JSON.stringify(json);
      return text === undefined ? [] : [[bodyFile(i + 1), text]];
    }),
  );

/** The commands of curl that make the same exchange by hand, as it was when it was seen. */
export const askingLines = ({ asked, run }: ServiceRecording): string[] =>
  asked.map(({ request, answer }, i) => {
    const { authorization } = request;
    const before = asked.slice(0, i);
    // Keys of servers, which came in earlier answers, are no more for others than the account's.
    const isOfAnswers =
      typeof authorization === 'function' &&
      JSON.stringify(literalParts(authorization(NOBODY), (text) => withAnswers(text, before, run))).includes(
        '{answer ',
      );
    return `${askingLine(request, i + 1, isOfAnswers)}   # status ${answer?.status ?? 'none'}`;
  });

const NOBODY: PlayedAccount = { clientId: '', apiKey: '' };

/** What was sent, as the answers repeat it. */
const plainBody = (body: string | undefined, run: string): string | undefined => body?.replaceAll('{run}', run);

function stepOf(
  { request, settles }: Asked,
  before: readonly Asked[],
  run: string,
  lengths: Lengths | undefined,
): Asking {
  const { method, path, version, headers = {}, json, body, connection, names, pace, elsewhere } = request;
  if (elsewhere !== undefined) throw new NotAlone('it has the key in many places, which a folder is not to say');
  if (connection !== undefined)
    throw new NotAlone('a connection that was opened before the key was replaced takes a person at the control panel');
  const text = json === undefined ? body?.text : JSON.stringify(json);
  const type = json === undefined ? body?.type : 'application/json';
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const made = (value: string): string => withAnswers(value, before, run);
  return {
    ...{ method, path: made(path), ...authorizationOf(request, lengths, (text) => withAnswers(text, before, run)) },
    ...(version !== undefined && { version }),
    headers: [...(type !== undefined && !isTyped ? [['Content-Type', type] as const] : []), ...Object.entries(headers)],
    ...(text !== undefined && { body: made(text) }),
    ...(names !== undefined && { names }),
    ...(pace !== undefined && { pace }),
    ...(settles && { settles }),
  };
}

/** `made` puts in the place of texts of earlier answers, such as keys of servers, where they come from. */
function authorizationOf(
  { authorization }: ApiRequest,
  lengths: Lengths | undefined,
  made: (text: string) => string,
): { readonly authorization?: null | readonly FieldPart[] } {
  if (authorization === undefined) return {};
  if (authorization === null) return { authorization };
  const parts = partsOf(authorization, lengths);
  if (parts === undefined)
    throw new NotAlone('what it sends for credentials follows from the account in a way that a script cannot repeat');
  return { authorization: parts.flatMap((part) => (typeof part === 'string' ? literalParts(part, made) : [part])) };
}

/** A text that may hold others in base64. */
function literalParts(text: string, made: (text: string) => string): readonly FieldPart[] {
  const [token] = /[A-Za-z0-9+/]{6,}=*$/.exec(text) ?? [];
  if (token === undefined) return [made(text)];
  const inner = Buffer.from(token, 'base64').toString();
  return made(inner) === inner ? [made(text)] : [text.slice(0, -token.length), { base64: [made(inner)] }];
}

/** Shorter texts occur by chance. */
const SHORTEST_ID = 6;

/** Texts of earlier answers, such as ids, stand by where they come from. */
function withAnswers(text: string, before: readonly Asked[], run: string): string {
  let written = run === '' ? text : text.replaceAll(run, '{run}');
  for (const [i, { answer }] of before.entries())
    for (const [pointer, leaf] of leavesOf(jsonOf(answer?.text ?? '')))
      if (leaf.length >= SHORTEST_ID && !(run !== '' && leaf.includes(run)) && /\d|^\S{12,}$/.test(leaf))
        written = written.replaceAll(leaf, `{answer ${i + 1} ${pointer}}`);
  return written;
}

function leavesOf(json: JsonValue | undefined, pointer = ''): (readonly [pointer: string, text: string])[] {
  if (typeof json === 'string' || typeof json === 'number') return [[pointer, String(json)]];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, of]) =>
    leavesOf(of, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}
