/** What scripts report of a request body, by where the host stores it. */
import type { Step } from '../../../../../spec/types/step.js';
import {
  absent,
  anything,
  type Expectation,
  type ExpectedValue,
  each,
  either,
  list,
  record,
  typed,
} from '../../../../language/expectation.js';
import { briefly } from '../placed-handlers.js';
import { isRead } from '../script.js';
import { decodedFrom } from '../subrequest/response-body.js';

/** Where the host has put a body: nowhere, in memory, or in a file, which scripts may read. In access, no body is read unless asked for. */
export type BodyStorage = 'none' | 'memory' | 'file' | 'access';
type ByStorage = { readonly [kept in BodyStorage]: ExpectedValue };

const ofContent = (whole: ExpectedValue, nothing: ExpectedValue): ByStorage => ({
  memory: whole,
  file: either(whole, absent),
  none: either(absent, nothing),
  access: either(whole, absent, nothing),
});
const ofVariable = (whole: ExpectedValue, nothing: ExpectedValue) => ({ ...ofContent(whole, nothing), file: absent });
const ofAll = (whole: ExpectedValue): ByStorage => ({ memory: whole, file: whole, none: whole, access: whole });

/** Nothing is known of a text that is invalid UTF-8 and too long for a report. */
const textOf = (body: Buffer): ExpectedValue => {
  const text = decodedFrom(body);
  if (typeof text === 'string') return briefly(text);
  return body.length > 5000 ? anything : text;
};
const bytesOf = (body: Buffer): ExpectedValue => briefly(body);

/** What is read of a body, by its storage; strings with `units` once had one unit for each byte. */
const FOUND: { readonly [look: string]: (body: Buffer, units?: 'bytes') => ByStorage } = {
  'r.requestText': (body) => ofContent(textOf(body), ''),
  'r.requestBody': (body) => ofContent(textOf(body), ''),
  'r.requestBuffer': (body) => ofContent(bytesOf(body), Buffer.alloc(0)),
  /** A copy of a value without bytes is empty. */
  bytes: (body) => ofAll(either(Uint8Array.from(body), new Uint8Array(0))),
  'r.requestText.length': (body, units) => ofContent(units === 'bytes' ? body.length : body.toString().length, 0),
  'r.requestBody.length': (body) => ofContent(body.length, 0),
  'r.variables.request_body': (body) => ofVariable(textOf(body), ''),
  'r.rawVariables.request_body': (body) => ofVariable(bytesOf(body), Buffer.alloc(0)),
  'r.variables.request_body_file': () => ({ ...ofAll(absent), file: typed('string') }),
  readRequestText: (body) => ofAll(textOf(body)),
  readRequestArrayBuffer: (body) => ofAll(briefly(Uint8Array.from(body).buffer)),
};

/** The subject of a step: a path, a method or a maker. */
const nameOf = (look: Step): string => {
  const [name] =
    'on' in look || 'make' in look || 'call' in look ? [look.make ?? look.call ?? ''].flat() : [look].flat();
  return String(name);
};

export const isAsking = (look: Step): boolean => nameOf(look) === 'subrequest';
const isTried = (look: Step): boolean => !isRead(look) && !('await' in look || 'as' in look);

/** In access, or if a body is in a file, each read of the content may fail. */
export function reportFor(looks: readonly Step[], body: Buffer, kept: BodyStorage, units?: 'bytes'): Expectation {
  const found = looks.flatMap((look): (readonly [isContent: boolean, value: ExpectedValue])[] => {
    if (!isRead(look)) return [];
    if (isAsking(look)) return [[false, 203] as const, [false, 'abc'] as const];
    const name = nameOf(look);
    const of = FOUND[name];
    if (of === undefined) throw new Error(`nothing is known of ${name}`);
    return [[name.startsWith('r.request'), of(body, units)[kept]] as const];
  });
  const whole = record({ read: list(...found.map(([, value]) => value)), threw: looks.some(isTried) ? anything : [] });
  if (kept !== 'file' && kept !== 'access') return whole;
  const rest = found.flatMap(([isContent, value]) => (isContent ? [] : [value]));
  return either(whole, record({ read: list(...rest), threw: each(typed('string')) }));
}

/** A subrequest without a body of its own reads the client's whole body or nothing. */
export function askedReport(asking: Step, inner: readonly Step[], body: Buffer): Expectation {
  if (JSON.stringify(asking).includes('own')) return reportFor(inner, Buffer.from('own'), 'memory');
  return either(...(['memory', 'none'] as const).map((kept) => reportFor(inner, body, kept)), record({ read: [] }));
}
