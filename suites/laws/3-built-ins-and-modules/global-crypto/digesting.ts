/** 3/global-crypto/crypto-subtle-digest */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { drawnProperty } from '../../../language/law.js';
import { bytes } from '../../support/arbitraries.js';
import { followOne } from '../../support/steps.js';
import { asNode, call, endsAsNode, keeping, leavesOpen, overwriting, refused, stepOrder, view } from './calls.js';
import { filler } from './fixed-keys.js';

interface HashRow {
  readonly hash: string;
}

/** The digest of data of each size. */
export const digests = endsAsNode(({ hash, sizes }: HashRow & { readonly sizes: readonly number[] }) =>
  sizes.map((size) => call(`of${size}`, 'digest', hash, filler(size))),
);

export const digestsAny = drawnProperty({
  inputs: (_: HashRow) => bytes(300),
  told: (data, { hash }) => stepOrder([call('digest', 'digest', hash, data)]),
  probe: followOne,
  expect: (data, { hash }) => asNode([call('digest', 'digest', hash, data)]),
});

/** Whole elements of every view. */
const VIEWED = filler(72);

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
export const digestsNothing = endsAsNode(({ hash }: HashRow) => [refused(call('digest', 'digest', hash, filler(3)))]);

/** Other ways to name a hash. */
export const digestsPerhaps = leavesOpen(({ algorithm }: { readonly algorithm: Plain }) => [
  call('digest', 'digest', decode(algorithm), filler(3)),
]);
