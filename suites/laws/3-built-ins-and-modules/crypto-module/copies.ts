/** 3/crypto-module/hash-copy, and hashes that are used at the same time without affecting each other. */
import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { encode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { model } from '../../../language/model.js';
import { bytes, type ViewKind } from '../../support/arbitraries.js';

/** `block`, in bytes, and `view` are parameters of drawn data. */
export interface HashWork {
  readonly algorithm: string;
  /** The default is `hash`. */
  readonly work?: 'hash' | 'hmac';
  readonly block?: number;
  readonly view?: ViewKind;
}

/** The data added to each hash; null after its digest. */
type HashWorks = (Uint8Array | null)[];

/** In the form of the target; `at` counts the hashes and wraps around. */
type WorkStep = {
  readonly what: 'start' | 'update' | 'copy' | 'digest';
  readonly at: number;
  readonly data: Uint8Array;
};

/** The secret key of every HMAC. */
export const KEY = 'secret';

const hexOf = ({ algorithm, work }: HashWork, data: Uint8Array | string): string =>
  (work === 'hmac' ? createHmac(algorithm, KEY) : createHash(algorithm)).update(data).digest('hex');

/** The effect of a step on the hashes, and its result. */
function played(of: HashWork, works: HashWorks, { what, at, data }: WorkStep) {
  const index = at % works.length;
  const added = what === 'start' ? new Uint8Array() : (works[index] ?? null);
  if (added === null) return throws();
  if (what === 'start' || what === 'copy') works.push(added);
  if (what === 'update') works[index] = Buffer.concat([added, data]);
  if (what === 'digest') works[index] = null;
  return equal(what === 'digest' ? hexOf(of, added) : true);
}

/** Several hashes, started or (with `copies`) copied, updated and digested in any order; digested ones refuse everything. */
export const sideBySide = model({
  start: (_: HashWork & { copies?: boolean }): HashWorks => [new Uint8Array()],
  commands: (of) => {
    const whats = ['update', 'update', 'digest', of.copies ? 'copy' : 'start'] as const;
    const steps = fc.record({ what: fc.constantFrom(...whats), at: fc.nat({ max: 20 }), data: bytes(70) });
    return [steps.map((step) => ({ plain: encode(step), step: (works: HashWorks) => played(of, works, step) }))];
  },
  maxCommands: 16,
  probe: (input, t) => {
    const of = input.data;
    const begin = () =>
      of.work === 'hmac' ? t.crypto.createHmac(of.algorithm, 'secret') : t.crypto.createHash(of.algorithm);
    const works = [begin()];
    const play = (step: WorkStep): unknown => {
      const work = works[step.at % works.length];
      if (work === undefined) return undefined;
      if (step.what === 'digest') return work.digest('hex');
      if (step.what === 'update') work.update(step.data);
      else works.push(step.what === 'copy' ? work.copy() : begin());
      return true;
    };
    return input.commands.map((step) => t.attempt(() => play(step as WorkStep)));
  },
});
