/**
 * Steps (`spec/types/step.ts`) in a folder for each trial: their results, and the content afterwards. A call without an `on`
 * is one of the file system, `{ call: [mkdir, "{folder}/new"] }`. The synchronous function or its promise version makes it.
 */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step, StepOf } from '../../../../spec/types/step.js';
import { diskExample, onDisk } from '../../../language/disk.js';
import { encode } from '../../../language/encoding.js';
import { depending, type Expectation, list, typed } from '../../../language/expectation.js';
import { FOLDER } from '../../../language/fixture.js';
import { nameOfText } from '../../../language/names.js';
import {
  expectedOf,
  orderOf,
  type StepExpectations,
  type StepOrder,
  type StepsRow,
  subjectsIn,
} from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { followOne } from '../../support/steps.js';
import { type TreeChanges, type TreeDescription, treeAfter, treeOf } from './trees.js';

export type CallForm = 'sync' | 'promise';

/** The form of paths: strings, or their bytes. */
export type PathForm = 'text' | 'buffer';

export interface FolderSteps extends StepsRow, StepExpectations {
  readonly tree?: TreeDescription;
  /** Further entries of the tree. */
  readonly also?: TreeDescription;
  readonly form?: CallForm;
  /** The same as the form `promise`, for ids that contain it. */
  readonly promised?: boolean;
  readonly as?: PathForm;
  /** The default results of the steps; or the complete expectation. */
  readonly outcomes?: readonly Expectation[];
  readonly expected?: Expectation;
  /** Changed entries of the tree. */
  readonly leaves?: TreeChanges;
  /** How the last step ends if permissions forbid it; then nothing is changed. */
  readonly forbidden?: Plain;
}

/** The number of an operation's first arguments that are paths, if it is not one. */
const PATHS: { readonly [operation: string]: number } = { rename: 2, symlink: 2 };

/** A path in the trial's folder. */
export const pathIn = (path: unknown): string => `${FOLDER}/${path}`;

/** A path in the form of rows and fixtures, where `%ff` is that byte; other values are unchanged. */
export function spelled(path: Plain, as: PathForm): Plain {
  if (typeof path !== 'string') return path;
  const bytes = nameOfText(path);
  return as === 'text' ? bytes.toString() : encode(bytes);
}

/** The step that calls an operation, named without `Sync`, in a form. */
export const callIn = (form: CallForm, [operation, ...args]: readonly Plain[], of: Omit<StepOf, 'on'> = {}): StepOf =>
  form === 'sync'
    ? { ...of, on: 'fs', call: [`${operation}Sync`, ...args] }
    : { ...of, on: 'fs.promises', call: [`${operation}`, ...args], await: 'promise' };

const formOf = ({ form = 'sync', promised = false }: FolderSteps): CallForm => (promised ? 'promise' : form);

/** The step that closes a file opened in a form, by its name. */
export const closeIn = (form: CallForm, name: string): StepOf =>
  form === 'sync' ? callIn('sync', ['close', `$${name}`]) : { on: `$${name}`, call: 'close', await: 'promise' };

function stepIn(step: Step, doing: FolderSteps): Step {
  if (!('call' in step) || step.call === undefined || step.on !== undefined) return step;
  const [member = '', ...args] = [step.call].flat();
  const named = (arg: Plain): Plain => {
    const subject = typeof arg === 'string' && arg.startsWith('$') ? doing[arg.slice(1)] : undefined;
    return typeof subject === 'string' ? subject : arg;
  };
  // A path without an escape remains a reference, because it may look like one.
  const path = (arg: Plain): Plain => {
    const way = spelled(named(arg), doing.as ?? 'text');
    return way === named(arg) ? arg : way;
  };
  const operation = named(member);
  const paths = PATHS[String(operation)] ?? 1;
  return callIn(formOf(doing), [operation, ...args.map((arg, i) => (i < paths ? path(arg) : arg))], step);
}

const treeIn = ({ tree = {}, also = {} }: FolderSteps): TreeDescription => ({ ...tree, ...also });

/** The order of steps for the target. */
export const orderIn = (doing: FolderSteps): StepOrder =>
  orderOf({
    ...doing,
    steps: doing.steps.map((step) => stepIn(step, doing)),
    returned: true,
    named: true,
    promises: true,
  });

/** A promise version that fails rejects, and does not throw itself. */
export const rejecting = (outcome: Expectation): Expectation =>
  outcome.expects === 'attempted' && outcome.outcome.expects === 'throws' && outcome.outcome.names.length === 0
    ? list('rejected', typed('string'))
    : outcome;

function endsOf(doing: FolderSteps): Expectation {
  const { tree: _, also: __, leaves: ___, outcomes, ...members } = doing;
  const ends = outcomes ? list(...outcomes) : expectedOf(doing.steps, doing, subjectsIn(members));
  if (formOf(doing) !== 'promise' || ends.expects !== 'list') return ends;
  return list(...ends.items.map((end, i) => (Object(doing.steps[i]).on === undefined ? rejecting(end) : end)));
}

/** The expected results of the steps. */
export function expectedIn(doing: FolderSteps): Expectation {
  const tree = treeIn(doing);
  const { leaves = {}, forbidden, expected } = doing;
  if (expected !== undefined) return expected;
  const done = onDisk(endsOf(doing), treeAfter(tree, leaves));
  if (forbidden === undefined) return done;
  const refused = onDisk(endsOf({ ...doing, thens: [forbidden] }), treeAfter(tree, {}));
  return depending('bound', { false: done, true: refused });
}

/** A law of steps that are derived from data. */
export const inFolder = <D>(stepsOf: (data: D) => FolderSteps): Law<D> =>
  diskExample({
    disk: (data: D) => treeOf(treeIn(stepsOf(data))),
    inputOf: (data: D) => orderIn(stepsOf(data)),
    probe: followOne,
    expect: (data: D) => expectedIn(stepsOf(data)),
  });

const steps: Law<FolderSteps> = inFolder((doing) => doing);

/** One law with several names for what its cases check: at standard depth each name covers its axes separately. */
export {
  steps as finds,
  steps as followsLink,
  steps as givesType,
  steps as heedsOptions,
  steps as heedsPermissions,
  steps as inTurn,
  steps as keepsNames,
  steps as leaves,
  steps as meetsObstacle,
  steps as ownsResult,
  steps as records,
  steps as sideBySide,
};
