/** Drawn inputs of laws about a client, which are passed on a command line and in the environment. */
import fc from 'fast-check';
import type { Account, AppPayload } from '../../../language/endpoint.js';
import { unicodeText } from '../../support/arbitraries.js';

/** Neither blank, nor similar to an option, nor with a zero byte, which an argument cannot contain. */
export const argument: fc.Arbitrary<string> = unicodeText(20)
  .map((text) => text.replaceAll('\0', '').replace(/^-+/, ''))
  .filter((text) => text.trim() !== '');

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/);
const domain = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));

export const app: fc.Arbitrary<AppPayload> = fc.record({
  name: argument,
  sysuserid: argument,
  runtime: argument,
  domains: fc.array(fc.oneof({ weight: 3, arbitrary: domain }, { weight: 1, arbitrary: argument }), { maxLength: 4 }),
});

/** One or two dots would not be a path segment. */
export const actionid: fc.Arbitrary<string> = argument.filter((text) => !/^\.{1,2}$/.test(text));

/** Credentials contain no control characters (RFC 7617, section 2), and a Client ID no colon. */
const printable = unicodeText(24).map((text) => text.replace(/\p{Cc}/gu, '').trim());

export const account: fc.Arbitrary<Account> = fc.record({
  clientId: printable.map((text) => `cid_${text.replaceAll(':', '')}`),
  apiKey: fc.tuple(printable, printable).map(([a, b]) => `k${a}:${b}k`),
});
