import type { Test } from 'tape';
import type { StartOperation } from '../host/support/realms/pending.js';
import type { FetchRequest, FetchResponse } from '../port/fetch.js';
import type { PortOutcome } from '../port/outcome.js';
import { SettlingRealm } from './settling-realm.js';

/** Helpers of expressions: bytes leave the realm as hexadecimal digits, headers as pairs, errors as the names of their classes. */
const helpers = `
  const tried = (work) => { try { return work(); } catch (error) { return error; } };
  const pairs = (headers) => { const all = []; headers.forEach((name, value) => all.push([name, value])); return all; };
  const request = (options, url = 'http://a/') => new Request(url, options);
  const plain = (value) => {
    if (value instanceof Error) return described(value);
    if (value instanceof ArrayBuffer) return Buffer.from(value).toString('hex');
    if (typeof Headers === 'function' && value instanceof Headers) return pairs(value);
    if (Array.isArray(value)) return value.map(plain);
    return value === undefined ? 'undefined' : value;
  };
  const described = (error) => [TypeError, RangeError, SyntaxError, Error].find((known) => error instanceof known)?.name ?? String(error);
`;

const nothing: FetchResponse = { status: 200, statusText: '', headers: [], body: new Uint8Array(), url: '' };

/** A realm with the classes of fetch, and a network on which every request has the same answer. */
export class FetchRealm extends SettlingRealm {
  readonly requests: FetchRequest[];

  constructor(answer: FetchResponse | Error = nothing, version?: string) {
    const requests: FetchRequest[] = [];
    super({
      helpers,
      version,
      fetch: (request) => {
        requests.push(request);
        const outcome: PortOutcome<FetchResponse> =
          answer instanceof Error
            ? { ok: false, name: answer.name, message: answer.message }
            : { ok: true, value: answer };
        const start: StartOperation<undefined, FetchResponse> = (_, settle) => {
          const immediate = setImmediate(() => settle(outcome));
          return () => clearImmediate(immediate);
        };
        return { ok: true, value: start };
      },
    });
    this.requests = requests;
  }
}

const shared = new FetchRealm();

/** The value or error that an expression settles to at once. */
export function settledValue(expression: string): unknown {
  const settled = shared.now(expression);
  return settled !== undefined && 'value' in settled ? settled.value : settled;
}

/** Expressions, and the values or errors that they must settle to at once. */
export function comesTo(t: Test, rows: readonly (readonly [expression: string, value: unknown])[]): void {
  for (const [expression, value] of rows) t.deepEqual(settledValue(expression), value, expression.slice(0, 120));
}
