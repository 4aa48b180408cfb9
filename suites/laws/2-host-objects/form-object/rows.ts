/** Rows of requirements: a form, how it travels, what is done with it, and what handlers tell. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, type Expectation, type Expected, list, response } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { Partners } from '../../../language/partners.js';
import type { Law } from '../../../language/trial.js';
import { type Place, SETUP, type Where } from './handlers.js';
import { type FormRequest, FRAMINGS, type Framing, failed, onConnection, type Step, sent, type Way } from './sent.js';
import {
  BOUNDARY,
  bytesOf,
  type Multipart,
  multipart,
  multipartType,
  type Part,
  URLENCODED,
  urlencoded,
} from './serialization.js';

/** How a form is written. */
export type As = 'urlencoded' | 'multipart';

/** What is sent: fields in one of two ways, parts, or a body as it stands. */
export interface Sent extends Partial<Multipart> {
  /** Files among them are written as parts alone. */
  readonly fields?: readonly Part[];
  readonly as?: As;
  readonly body?: Plain;
  /** The media type; nothing for a request without one. */
  readonly type?: string | null;
  readonly where?: Where;
  readonly way?: Way;
  readonly method?: string;
  readonly version?: '1.0' | '1.1';
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly expects?: true;
}

function bodyOf({ fields, as = 'multipart', body, parts = fields ?? [], ...of }: Sent): Buffer {
  if (body !== undefined) return bytesOf(body);
  if (as === 'multipart') return multipart({ ...of, parts });
  return urlencoded(parts.map(({ name = '', value = '' }) => [name, bytesOf(value).toString('utf8')]));
}

const typeOf = ({ type, as = 'multipart', boundary = BOUNDARY }: Sent): string | undefined =>
  type === null ? undefined : (type ?? (as === 'multipart' ? multipartType(boundary) : URLENCODED));

/** The request for what is sent, with steps of handlers. */
export function requestFor(of: Sent, steps: FormRequest['steps'], framing?: Framing): FormRequest {
  const { where, way = 'whole', method, version, headers, expects } = of;
  const framed = framing ?? (way === 'whole' ? undefined : FRAMINGS[way]);
  const isBare = of.body === null;
  return {
    type: typeOf(of),
    steps,
    ...(isBare ? {} : { body: bodyOf(of) }),
    ...(where === undefined ? {} : { where }),
    ...(method === undefined ? {} : { method }),
    ...(version === undefined ? {} : { version }),
    ...(headers === undefined ? {} : { headers }),
    ...(framed === undefined ? {} : { framing: framed }),
    ...(expects === undefined ? {} : { expects }),
  };
}

/** Steps of the handler that a location's name begins with, or of that of content. */
export const inPlace = ({ where = 'content' }: Sent, steps: readonly Step[]): FormRequest['steps'] =>
  where.startsWith('access') ? { access: steps } : { content: steps };

/** A law of requests, and of what is told for each. */
type Forms = <D>(
  requests: (data: D) => readonly FormRequest[],
  expected: (data: D) => readonly Expectation[],
) => Law<D>;

const lawOf =
  (send: (partners: Partners, requests: readonly FormRequest[]) => Promise<unknown>): Forms =>
  (requests, expected) =>
    conversation({
      needs: ['exchange'],
      setup: SETUP,
      hold: (data, partners) => send(partners, requests(data)),
      expect: (data) => list(...expected(data)),
    });

export const forms = lawOf(sent);
/** All requests on one connection, none of which waits for the response to the one before. */
export const formsTogether = lawOf(({ host }, requests) => onConnection(host, requests));

/** One request, and what is told. */
export interface One<D> {
  readonly request: (data: D) => FormRequest;
  readonly expect: (data: D) => Expectation;
}

export const form = <D>({ request, expect }: One<D>): Law<D> =>
  forms(
    (data) => [request(data)],
    (data) => [expect(data)],
  );

/** Several, each of which says what it has of its own. */
export const formsEach = <D>({ request, expect }: One<D>): Law<{ readonly all: readonly D[] }> =>
  forms(
    ({ all }) => all.map(request),
    ({ all }) => all.map(expect),
  );

/** What a handler tells, as requirements write it: `{ $failed: true }`, `{ $any: true }`, or a value in the tagged encoding. */
export function toldBy(plain: Plain): Expected {
  if (typeof plain === 'object' && plain !== null && '$failed' in plain) return failed;
  if (typeof plain === 'object' && plain !== null && '$any' in plain) return anything;
  return Array.isArray(plain) ? list(...plain.map(toldBy)) : decode(plain);
}

const stepOf = ([word, ...args]: readonly [word: string, ...args: Plain[]]): Step => [word, ...args.map(decode)];

/** Steps by place, or those of the one place that a row is about. */
export type PlainSteps = readonly (readonly [word: string, ...args: Plain[]])[];

/** A form, steps, and what is told of them. */
export interface StepsRow extends Sent {
  readonly steps: { readonly [place in Place]?: PlainSteps };
  readonly then?: readonly Plain[];
  readonly status?: number;
}

export const stepsOf = (steps: StepsRow['steps']): FormRequest['steps'] =>
  Object.fromEntries(Object.entries(steps).map(([place, all]) => [place, all.map(stepOf)]));

/** Without `then` it is recorded what a host does. */
export const toldFor = ({ then, status = 203 }: Pick<StepsRow, 'then' | 'status'>): Expectation =>
  then === undefined ? anything : response({ status, answer: list(...then.map(toldBy)) });
