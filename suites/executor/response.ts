/** Judges one HTTP response, as conversations observe it; part of the judge. */
import type { Plain } from '../../spec/types/requirement.js';
import { showBytes } from '../language/description.js';
import { decode, show } from '../language/encoding.js';
import type { ExpectedValue, ResponseParts } from '../language/expectation.js';
import { fieldOf, listIn, parsedPlain, plainItems } from './plain.js';

/** What is wrong with a part; `undefined` if nothing is. */
type Complain = (wanted: ExpectedValue, value: Plain) => string | undefined;

/** What is wrong with a response, in words. */
export function responseComplaint(wanted: ResponseParts, value: Plain, complain: Complain): string | undefined {
  if (fieldOf(value, 'closed') === true) return 'the connection was closed without a response';
  if (fieldOf(value, 'status') === undefined) return `no response: ${show(value)}`;
  return (
    simpleComplaint(wanted, value, complain) ??
    headersComplaint(wanted, value, complain) ??
    bodyComplaint(wanted, bodyOf(value), complain)
  );
}

function simpleComplaint(wanted: ResponseParts, value: Plain, complain: Complain): string | undefined {
  const { status, reason, version } = wanted;
  if (status !== undefined && complain(status, fieldOf(value, 'status') ?? null) !== undefined)
    return responseText(value);
  for (const [name, part] of Object.entries({ reason, version })) {
    const wrong = part === undefined ? undefined : complain(part, fieldOf(value, name) ?? null);
    if (wrong !== undefined) return `${name} ${wrong}`;
  }
  return undefined;
}

function headersComplaint({ headers = {} }: ResponseParts, value: Plain, complain: Complain): string | undefined {
  for (const [name, wanted] of Object.entries(headers)) {
    const wrong = complain(wanted, headerValues(value, name));
    if (wrong !== undefined) return `header ${name}: ${wrong}`;
  }
  return undefined;
}

const headerValues = (value: Plain, name: string): Plain[] =>
  listIn(value, 'headers').flatMap((header) => {
    const [given, of] = plainItems(header) ?? [];
    return typeof given === 'string' && given.toLowerCase() === name.toLowerCase() && of !== undefined ? [of] : [];
  });

function bodyComplaint(wanted: ResponseParts, body: Buffer, complain: Complain): string | undefined {
  const of = wanted.body;
  if (typeof of === 'string' || of instanceof Uint8Array) {
    if (!Buffer.from(of).equals(body)) return `body ${showBytes(body)}`;
  } else if (of !== undefined) {
    const wrong = complain(of, body.toString());
    if (wrong !== undefined) return `body ${wrong}`;
  }
  return 'answer' in wanted ? answerComplaint(wanted.answer, body, complain) : undefined;
}

function answerComplaint(wanted: ExpectedValue, body: Buffer, complain: Complain): string | undefined {
  const answer = parsedPlain(body.toString());
  if (answer === undefined) return `no answer of a handler: body ${showBytes(body)}`;
  const wrong = complain(wanted, answer);
  return wrong === undefined ? undefined : `answer ${wrong}`;
}

function bodyOf(value: Plain): Buffer {
  const body = decode(fieldOf(value, 'body') ?? null);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
}

/** The answer of a handler with status 200; `undefined` if it is no tagged value. */
export const answerOf = (value: Plain): Plain | undefined =>
  fieldOf(value, 'status') === 200 ? parsedPlain(bodyOf(value).toString()) : undefined;

const responseText = (value: Plain): string =>
  fieldOf(value, 'closed') === true
    ? 'closed without a response'
    : `status ${show(fieldOf(value, 'status') ?? null)}, body ${showBytes(bodyOf(value))}`;

/** The responses of an exchange in words; `undefined` for other values. */
export function exchangeText(value: Plain): string | undefined {
  const responses = plainItems(fieldOf(value, 'responses'));
  return responses?.map(responseText).join('; ');
}
