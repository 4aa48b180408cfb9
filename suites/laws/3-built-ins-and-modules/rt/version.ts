/** 3/rt/rt-version and rt-version-number */
import { anything, matches, satisfies } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

export const isVersion = example({
  input: () => null,
  probe: (_: null, t) => t.rt.version,
  expect: () => matches(/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/),
});

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

/** Neither engine's way of refusing is asked for. */
export const isRecordedVersion = example({
  input: () => null,
  probe: (_: null, t) => {
    const rt: { [name: string]: unknown } = Object(t.rt);
    const before = [rt.version, rt.version_number];
    const ended = [
      t.attempt(() => {
        rt.version = 'changed';
      })[0],
      t.attempt(() => {
        rt.version_number = 1;
      })[0],
    ];
    return { ended: ended, version: rt.version === before[0], number: rt.version_number === before[1] };
  },
  expect: () => anything,
});
