/** 3/global-crypto/crypto-subtle-digest */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { drawnProperty } from '../../../language/law.js';
import { bytes } from '../../support/arbitraries.js';
import { followOne } from '../../support/steps.js';
import { asNode, call, endsAsNode, isRecorded, keeping, overwriting, refused, stepOrder, view } from './calls.js';
import { dataOf } from './fixed-keys.js';

interface HashRow {
  readonly hash: string;
}

/** The digest of data of each size. */
export const digests = endsAsNode(({ hash, sizes }: HashRow & { readonly sizes: readonly number[] }) =>
  sizes.map((size) => call(`of${size}`, 'digest', hash, dataOf(size))),
);

export const digestsAny = drawnProperty({
  inputs: (_: HashRow) => bytes(300),
  told: (data, { hash }) => stepOrder([call('digest', 'digest', hash, data)]),
  probe: followOne,
  expect: (data, { hash }) => asNode([call('digest', 'digest', hash, data)]),
});

/** Whole elements of every view. */
const VIEWED = dataOf(72);

/** Data are bytes of any kind, of which only those count that a view shows. */
export const digestsSeen = endsAsNode(({ hash, kind }: HashRow & { readonly kind: string }) => [
  view('data', kind, VIEWED),
  call('digest', 'digest', hash, '$data'),
]);

export const digestsKept = endsAsNode(({ hash }: HashRow) => [
  ...keeping({ data: VIEWED }),
  overwriting('data', call('digest', 'digest', hash, '$data')),
]);

/** There is no such hash. */
export const digestsNothing = endsAsNode(({ hash }: HashRow) => [refused(call('digest', 'digest', hash, dataOf(3)))]);

/** Other ways to name a hash. */
export const digestsPerhaps = isRecorded(({ algorithm }: { readonly algorithm: Plain }) => [
  call('digest', 'digest', decode(algorithm), dataOf(3)),
]);
