/** Laws of steps (`spec/types/step.ts`), with expected results, or the same interpreter in our own process as oracle. */
import type fc from 'fast-check';
import { type StepTools, stepper } from '../../inside/steps.js';
import { type Expectation, either, record } from '../../language/expectation.js';
import { drawnProperty, example } from '../../language/law.js';
import {
  expectedOf,
  hasExpectations,
  ordering,
  orderOf,
  type StepExpectations,
  type StepOrder,
  type StepsRow,
  type Subjects,
  subjectsIn,
} from '../../language/steps.js';
import type { Law, Probe } from '../../language/trial.js';
import { copied, TOOLS } from './differential.js';

/** Steps on several subjects, by their names. */
export type Orders = { readonly [name: string]: StepOrder };

/** Follows the steps on each subject, without waiting. */
export const follow: Probe<Orders> = (orders, t) => {
  const results: { [name: string]: unknown } = {};
  Object.entries(orders).forEach((entry) => {
    results[entry[0]] = t.steps(entry[1]);
  });
  return results;
};

/** Follows the steps, and waits if they do. */
export const followOne: Probe<StepOrder> = (order, t) => t.steps(order);

/** The results of orders in this process, where all their values can be made and all called functions exist. */
export function ran(
  orders: Orders,
  tools: StepTools = TOOLS,
): { readonly [name: string]: readonly (readonly unknown[])[] } {
  const mistakes: string[] = [];
  const invoke: StepTools['invoke'] = (on, name, args) => {
    if (typeof Reflect.get(Object(on), name) !== 'function') mistakes.push(`there is no function ${name} here`);
    return tools.invoke(on, name, args);
  };
  const steps = stepper({ ...tools, invoke });
  const results = Object.entries(copied(orders)).map(([name, order]) => {
    const outcomes = steps(order);
    if (outcomes instanceof Promise) throw new Error('steps that wait have no oracle in this process');
    if ('cannotMake' in outcomes) throw new Error(`a value cannot be made here: ${outcomes.cannotMake}`);
    return [name, outcomes] as const;
  });
  // A missing name would have the same result everywhere, and prove nothing.
  if (mistakes[0] !== undefined) throw new Error(mistakes[0]);
  return Object.fromEntries(results);
}

/** Steps on each subject of an axis, all in one trial, so that the observation names the subject. */
export const through = <D>(
  axis: (data: D) => Orders,
  pinned: (data: D) => Expectation | undefined = () => undefined,
): Law<D> => {
  const expected = (orders: Orders, data: D): Expectation => {
    const all = pinned(data);
    const each = Object.entries(all === undefined ? ran(orders) : orders).map(([name, results]) => {
      const own = orders[name]?.presumed === undefined ? results : either(results, { cannotMake: 'view' });
      return [name, all ?? own];
    });
    return record(Object.fromEntries(each));
  };
  return example({
    input: axis,
    probe: follow,
    expect: (data: D) => expected(axis(data), data),
    parts: (data: D) => {
      const each = Object.entries(axis(data)).map(([name, order]): Orders => ({ [name]: order }));
      return each.length < 2 ? [] : each.map((input) => ({ input, expect: () => expected(input, data) }));
    },
  });
};

const ordered = (doing: StepsRow): Orders => ({ it: orderOf(doing) });

/** Steps, and their results in this process. */
export const does: Law<StepsRow> = through(ordered);

/** The expected results of steps that are the same for all subjects of a law. */
export const mustGive = (data: StepsRow & StepExpectations): Expectation =>
  expectedOf(data.steps, data, subjectsIn(data));

/** Steps, and their results. */
export const gives: Law<StepsRow & StepExpectations> = through(ordered, mustGive);

/** With `timed` time passes in the steps, and cases run in parallel. */
type MayTakeTime = { readonly timed?: boolean };

const followed =
  <D extends StepsRow & MayTakeTime>(expect: (data: D) => Expectation): Law<D> =>
  (data) => ({
    ...example<D, StepOrder>({ input: (doing) => orderOf(doing), probe: followOne, expect })(data),
    timed: data.timed === true,
  });

/** The same for steps that wait for promises. */
export const givesLater = followed<StepsRow & StepExpectations & MayTakeTime>(mustGive);

/** Results of steps that the documents leave open; presumed results must still hold. */
export const records = followed<StepsRow & MayTakeTime>((data) =>
  mustGive({ ...data, thens: data.steps.map(() => ({ $any: true })) }),
);

/** Steps on drawn subjects, by name, and their results; by default the results in this process. */
export const onDrawn =
  <K extends string, D = object>(
    drawn: { readonly [draw in K]: (data: D) => fc.Arbitrary<Subjects> },
  ): Law<StepsRow & StepExpectations & D & { readonly draw: K }> =>
  (data) => {
    const order = ordering(data);
    return drawnProperty({
      inputs: () => drawn[data.draw](data),
      inputOf: (subjects): Orders => ({ it: order(subjects) }),
      probe: follow,
      expect: (subjects, _, orders) =>
        record(
          hasExpectations(data)
            ? { it: expectedOf(data.steps, data, { ...subjectsIn(data), ...subjects }) }
            : ran(orders),
        ),
    })({});
  };

/** A number in the form of outcomes: decimals lose their last bits on older hosts. */
export const shownNumber = (value: unknown): unknown =>
  typeof value === 'number' && Number.isFinite(value) && !Number.isSafeInteger(value) ? Float64Array.of(value) : value;

/** A number as an argument. */
export const exact = (value: unknown): unknown => {
  const shown = shownNumber(value);
  return shown instanceof Float64Array ? { exact: shown } : value;
};
