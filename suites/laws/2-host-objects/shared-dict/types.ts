/** 2/errors/add and 2/errors/incr: what a dictionary refuses for its type. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, equal } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { Probe } from '../../../language/trial.js';
import { someInteger } from './model.js';
import { foreignTo, type InZone, inZone, isNumeric, type Value, type ZoneName } from './zones.js';

interface Refusal extends InZone {
  readonly operation: 'add' | 'replace' | 'set' | 'incr';
}

/** A call that is tried for a key that is there and for one that is missing. */
interface Attempted extends Refusal {
  readonly held: Value;
  readonly onHeld: unknown[];
  readonly onMissing: unknown[];
}

const heldIn = (zone: ZoneName): Value => (isNumeric(zone) ? 7 : '7');

const attempted = ({ zone, operation }: Refusal, args: readonly unknown[]): Attempted => ({
  zone,
  operation,
  held: heldIn(zone),
  onHeld: ['held', ...args],
  onMissing: ['missing', ...args],
});

const attemptBoth: Probe<Attempted> = (input, t) => {
  const zone = t.zone(input.zone);
  zone.clear();
  zone.set('held', input.held);
  const onHeld = t.attempt(() => t.invoke(zone, input.operation, input.onHeld));
  const onMissing = t.attempt(() => t.invoke(zone, input.operation, input.onMissing));
  return { onHeld, onMissing, held: zone.get('held'), size: zone.size() };
};

const refused = ({ zone }: InZone): Expectation =>
  equal({ onHeld: ['threw', 'TypeError'], onMissing: ['threw', 'TypeError'], held: heldIn(zone), size: 1 });

/** Arguments after the key, in the tagged encoding, that are refused whether the key is there or not; nothing changes. */
export const refuses = example({
  setup: inZone,
  input: ({ args, ...refusal }: Refusal & { readonly args: readonly Plain[] }) => attempted(refusal, args.map(decode)),
  probe: attemptBoth,
  expect: refused,
});

/** A value of another type is refused whatever it is. */
export const refusesAny = property({
  setup: inZone,
  inputs: ({ zone, operation }: Refusal) => foreignTo(zone).map((value) => attempted({ zone, operation }, [value])),
  probe: attemptBoth,
  expect: (_, data) => refused(data),
});

/** A dictionary of strings adds nothing, whatever it is asked to add. */
export const neverIncrements = property({
  setup: inZone,
  inputs: ({ zone }: InZone) =>
    fc
      .array(someInteger, { minLength: 1, maxLength: 2 })
      .map((numbers) => attempted({ zone, operation: 'incr' }, numbers)),
  probe: attemptBoth,
  expect: (_, data) => refused(data),
});
