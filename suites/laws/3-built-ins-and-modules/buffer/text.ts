/** Vectors of strings and the bytes that they stand for, of RFC 3629 and RFC 4648. */
import { record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { orderOf, run, said } from '../../support/steps.js';

/** What a string in an encoding is made of and makes; without an encoding, which is left out then, text is utf8. */
const STEPS = {
  from: ['Buffer', 'from', '$text'],
  byteLength: ['Buffer', 'byteLength', '$text'],
  toString: ['$buf', 'toString'],
} as const;

interface Vector {
  readonly by: keyof typeof STEPS;
  readonly encoding?: string;
  readonly text: string;
  /** In hex. */
  readonly bytes: string;
}

const stepsOf = ({ by, encoding }: Vector) => [[...STEPS[by], ...(encoding === undefined ? [] : [encoding])]];

export const vector = example({
  input: (of: Vector) => ({
    it: orderOf({ steps: stepsOf(of) }, { text: of.text, buf: Buffer.from(of.bytes, 'hex') }),
  }),
  probe: run,
  expect: (of) => {
    const then = { from: { $buffer: of.bytes }, toString: of.text, byteLength: of.bytes.length / 2 }[of.by];
    return record({ it: said(stepsOf(of), { then }) });
  },
});
