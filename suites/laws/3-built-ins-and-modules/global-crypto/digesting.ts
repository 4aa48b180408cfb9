/** 3/global-crypto/crypto-subtle-digest */
import { drawnProperty } from '../../../language/law.js';
import { bytes } from '../../support/arbitraries.js';
import { followOne } from '../../support/steps.js';
import { asNode, call, endsAsNode, inViews, overwriting, stepOrder } from './calls.js';
import { filler } from './keys.js';

interface HashRow {
  readonly hash: string;
}

/** The digest of data of each size. */
export const digests = endsAsNode(({ hash, sizes }: HashRow & { readonly sizes: readonly number[] }) =>
  sizes.map((size) => call(`of${size}`, 'digest', hash, filler(size))),
);

export const digestsAny = drawnProperty({
  inputs: (_: HashRow) => bytes(300),
  inputOf: (data, { hash }) => stepOrder([call('digest', 'digest', hash, data)]),
  probe: followOne,
  expect: (data, { hash }) => asNode([call('digest', 'digest', hash, data)]),
});

/** Whole elements of every view. */
const digestOf = (hash: string) => call('digest', 'digest', hash, filler(72));

/** Data are bytes of any kind; only the bytes of the view count. */
export const digestsView = endsAsNode(({ hash, kind }: HashRow & { readonly kind: string }) =>
  inViews(digestOf(hash), kind),
);

export const digestsBeforeChange = endsAsNode(({ hash }: HashRow) => overwriting(digestOf(hash), '1'));
