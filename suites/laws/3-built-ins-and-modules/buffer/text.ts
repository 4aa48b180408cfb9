/** 3/buffer-module/buffer-is-encoding */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { equal, record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

/** A text whose conversion would report an error that the earlier call left behind. */
const NEXT = 'next';

/** A host may return and keep an error, and report it at a later check. Provoked here, no other case reports it. */
export const isNoEncoding = example({
  input: ({ value }: { readonly value: Plain }) => ({ value: decode(value), next: NEXT }),
  probe: ({ value, next }, t) => {
    const outcome = t.attempt(() => t.invoke(t.at('Buffer'), 'isEncoding', [value]));
    const dump = t.at('rt.dump');
    const dumped = typeof dump === 'function' ? `${t.invoke(t.rt, 'dump', [next])}` : next;
    return { outcome, dumped: dumped.indexOf(next) >= 0 };
  },
  expect: () => record({ outcome: equal(['returned', false]), dumped: true }),
});
