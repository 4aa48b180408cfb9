/** 3/crypto-module/hash-copy, and works that go on side by side without disturbing each other. */

import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { encode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { type ModelCommand, model } from '../../../language/model.js';
import { bytes } from '../../support/arbitraries.js';

/** `copies`: works are copied, too. With a `key` they are HMACs. */
interface SideBySide {
  readonly algorithm: string;
  readonly key?: string;
  readonly block?: number;
  readonly copies?: boolean;
}

/** What was added to each work so far; `digested` is final. */
interface Work {
  added: Uint8Array;
  digested: boolean;
}
type Works = Work[];

/** As the target is told it; `at` counts the works round and round. */
interface Step {
  readonly what: 'start' | 'update' | 'copy' | 'digest';
  readonly at: number;
  readonly data?: Uint8Array;
}

const hexOf = ({ algorithm, key }: SideBySide, data: Uint8Array): string =>
  (key === undefined ? createHash(algorithm) : createHmac(algorithm, key)).update(data).digest('hex');

const steps = (of: SideBySide): fc.Arbitrary<Step> => {
  const at = fc.nat({ max: 20 });
  const kinds: fc.Arbitrary<Step>[] = [
    fc.record({ what: fc.constant('update' as const), at, data: bytes(70) }),
    fc.record({ what: fc.constant('digest' as const), at }),
    fc.record({ what: fc.constant(of.copies === true ? ('copy' as const) : ('start' as const)), at }),
  ];
  return fc.oneof(...kinds);
};

const commandOf = (of: SideBySide, step: Step): ModelCommand<Works> => ({
  plain: encode(step),
  step: (works) => {
    const work = works[step.at % works.length];
    if (work === undefined) throw new Error('a model begins with one work');
    if (step.what === 'start') return begins(works);
    if (work.digested) return throws();
    switch (step.what) {
      case 'update':
        work.added = Buffer.concat([work.added, step.data ?? new Uint8Array()]);
        return equal(true);
      case 'copy':
        works.push({ ...work });
        return equal(true);
      case 'digest':
        work.digested = true;
        return equal(hexOf(of, work.added));
    }
  },
});

function begins(works: Works) {
  works.push({ added: new Uint8Array(), digested: false });
  return equal(true);
}

/** Several works, started or copied, updated and digested in any order; a digested one refuses everything. */
export const sideBySide = model({
  start: (_: SideBySide): Works => [{ added: new Uint8Array(), digested: false }],
  commands: (of) => [steps(of).map((step) => commandOf(of, step))],
  maxCommands: 16,
  probe: (input, t) => {
    const of = input.data;
    const begin = () =>
      of.key === undefined ? t.crypto.createHash(of.algorithm) : t.crypto.createHmac(of.algorithm, of.key);
    const works = [begin()];
    const play = (step: Step): unknown => {
      const work = works[step.at % works.length];
      if (work === undefined) return undefined;
      if (step.what === 'digest') return work.digest('hex');
      if (step.what === 'update') work.update(step.data);
      else works.push(step.what === 'copy' ? work.copy() : begin());
      return true;
    };
    return input.commands.map((step) => t.attempt(() => play(step as Step)));
  },
});

export const copyIsThere = example({
  input: ({ algorithm }: { readonly algorithm: string; readonly block?: number }) => algorithm,
  probe: (algorithm: string, t) => typeof t.crypto.createHash(algorithm).copy,
  expect: () => equal('function'),
});

export const copyIsNotThere = example({
  input: ({ algorithm }: { readonly algorithm: string; readonly block?: number }) => algorithm,
  probe: (algorithm: string, t) => typeof t.crypto.createHash(algorithm).copy,
  expect: () => equal('undefined'),
});
