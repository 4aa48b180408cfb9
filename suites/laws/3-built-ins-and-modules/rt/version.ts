/** 3/rt/rt-version-number */
import { satisfies } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

/** The parts of the version, a byte each, made one number here. */
const numberOf = (version: unknown): number =>
  String(version)
    .split('.')
    .reduce((number, part) => number * 256 + Number(part), 0);

export const isNumberOfVersion = example({
  input: () => null,
  probe: (_: null, t) => [t.rt.version, t.rt.version_number],
  expect: () =>
    satisfies('the number of the version', (both) => {
      const [version, number] = Array.isArray(both) ? both : [];
      return number === numberOf(version) || `${String(number)} beside ${String(version)}, ${numberOf(version)}`;
    }),
});
