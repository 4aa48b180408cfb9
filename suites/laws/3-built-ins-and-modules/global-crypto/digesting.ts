/** 3/global-crypto/crypto-subtle-digest. The oracle is Node's own. */
import { createHash } from 'node:crypto';
import type fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { bytes } from '../../support/arbitraries.js';
import { secretOf } from './importing.js';
import { call, checked, demand, type Play, played } from './playing.js';

const digestOf = (hash: string, data: Uint8Array): Buffer => createHash(hash.replace('-', '')).update(data).digest();

const dataOf = (size: number): Buffer => secretOf(size + 2).subarray(2);

interface Sizes {
  readonly hash: string;
  readonly sizes: readonly number[];
}

/** The digest of data of each size. */
export const digests = example({
  input: ({ hash, sizes }: Sizes): Play => ({
    given: {},
    calls: sizes.map((size) => call(`${size}`, 'digest', hash, dataOf(size))),
  }),
  probe: played,
  expect: ({ hash, sizes }) =>
    checked('digests', (told) => {
      for (const size of sizes)
        demand(told.bytes(`${size}`).equals(digestOf(hash, dataOf(size))), `of ${size} bytes it is another`);
    }),
});

/** That of any bytes. */
export const digestsAny = property({
  inputs: ({ hash }: { readonly hash: string }): fc.Arbitrary<Play> =>
    bytes(300).map((data) => ({ given: { data }, calls: [call('digest', 'digest', hash, '$data')] })),
  probe: played,
  expect: ({ given }, { hash }) =>
    checked('the digest', (told) => {
      const { data } = given;
      demand(data instanceof Uint8Array && told.bytes('digest').equals(digestOf(hash, data)), 'it is another');
    }),
});

const VIEWED = 72;

/** Data are bytes of any kind, of which only those count that are seen. */
export const digestsSeen = example({
  input: ({ hash, kind }: { readonly hash: string; readonly kind: string }): Play => ({
    given: {},
    calls: [call('digest', 'digest', hash, { seenBy: kind, bytes: dataOf(VIEWED) })],
  }),
  probe: played,
  expect: ({ hash }) =>
    checked('the digest', (told) => {
      demand(told.bytes('digest').equals(digestOf(hash, dataOf(VIEWED))), 'it is of other bytes');
    }),
});

/** Data may change once the call was made. */
export const digestsKept = example({
  input: ({ hash }: { readonly hash: string }): Play => ({
    given: { data: new Uint8Array(dataOf(VIEWED)) },
    calls: [{ ...call('digest', 'digest', hash, '$data'), spoils: 'data' }],
  }),
  probe: played,
  expect: ({ hash }) =>
    checked('the digest', (told) => {
      demand(told.bytes('digest').equals(digestOf(hash, dataOf(VIEWED))), 'it is of what was changed later');
    }),
});

/** There is no such hash. */
export const digestsNothing = example({
  input: ({ hash }: { readonly hash: string }): Play => ({
    given: {},
    calls: [call('digest', 'digest', hash, dataOf(3))],
  }),
  probe: played,
  expect: () => checked('no digest', (told) => told.refused('digest')),
});

/** What comes of other ways to name a hash. */
export const digestsPerhaps = example({
  input: ({ algorithm }: { readonly algorithm: Plain }): Play => ({
    given: {},
    calls: [call('digest', 'digest', decode(algorithm), dataOf(3))],
  }),
  probe: played,
  expect: () => anything,
});
