/**
 * Steps (`spec/types/step.ts`) in a folder of the trial's own: what they give, and what is there afterwards. A call without an `on` is
 * one of the file system, `{ call: [mkdir, "{folder}/new"] }`, and is made by the synchronous function or by its promise twin.
 */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step, StepOf } from '../../../../spec/types/step.js';
import { diskExample, onDisk } from '../../../language/disk.js';
import { encode } from '../../../language/encoding.js';
import { depending, type Expectation, list, typed } from '../../../language/expectation.js';
import { FOLDER } from '../../../language/fixture.js';
import { nameOfText } from '../../../language/names.js';
import {
  type Doing,
  expectedOf,
  orderOf,
  type StepExpectations,
  type StepOrder,
  subjectsIn,
} from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { followOne } from '../../support/steps.js';
import { type TreeChanges, type TreeDescription, treeAfter, treeOf } from './trees.js';

export type CallForm = 'sync' | 'promise';

/** How paths are written: as texts, or as the bytes of these. */
export type PathForm = 'text' | 'buffer';

export interface FolderSteps extends Doing, StepExpectations {
  readonly tree?: TreeDescription;
  /** Further entries of the tree. */
  readonly also?: TreeDescription;
  readonly form?: CallForm;
  /** The same as the form `promise`, in ids that have it. */
  readonly promised?: boolean;
  readonly as?: PathForm;
  /** What each step gives, where no data say so; or all that must be observed. */
  readonly outcomes?: readonly Expectation[];
  readonly expected?: Expectation;
  /** What of the tree is another thing afterwards. */
  readonly leaves?: TreeChanges;
  /** How the last step ends where permissions forbid it; then nothing is changed. */
  readonly forbidden?: Plain;
}

/** How many of an operation's first arguments are paths, where it is not one. */
const PATHS: { readonly [operation: string]: number } = { rename: 2, symlink: 2 };

/** A path in the trial's folder. */
export const pathIn = (path: unknown): string => `${FOLDER}/${path}`;

/** A path as rows and fixtures write it, whose `%ff` is that byte; what is no text stays what it is. */
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

/** The step that closes what `open` in a form gave, under a name. */
export const closeIn = (form: CallForm, name: string): StepOf =>
  form === 'sync' ? callIn('sync', ['close', `$${name}`]) : { on: `$${name}`, call: 'close', await: 'promise' };

function stepIn(step: Step, doing: FolderSteps): Step {
  if (!('call' in step) || step.call === undefined || step.on !== undefined) return step;
  const [member = '', ...args] = [step.call].flat();
  const named = (arg: Plain): Plain => {
    const subject = typeof arg === 'string' && arg.startsWith('$') ? doing[arg.slice(1)] : undefined;
    return typeof subject === 'string' ? subject : arg;
  };
  // What needs no spelling stays a reference: it may look like one itself.
  const path = (arg: Plain): Plain => {
    const way = spelled(named(arg), doing.as ?? 'text');
    return way === named(arg) ? arg : way;
  };
  const operation = named(member);
  const paths = PATHS[String(operation)] ?? 1;
  return callIn(formOf(doing), [operation, ...args.map((arg, i) => (i < paths ? path(arg) : arg))], step);
}

const treeIn = ({ tree = {}, also = {} }: FolderSteps): TreeDescription => ({ ...tree, ...also });

/** The order of steps that the target gets. */
export const orderIn = (doing: FolderSteps): StepOrder =>
  orderOf({
    ...doing,
    steps: doing.steps.map((step) => stepIn(step, doing)),
    returned: true,
    named: true,
    promises: true,
  });

/** A promise twin that fails rejects, and throws nothing itself. */
export const rejecting = (outcome: Expectation): Expectation =>
  outcome.expects === 'attempted' && outcome.outcome.expects === 'throws' && outcome.outcome.names.length === 0
    ? list('rejected', typed('string'))
    : outcome;

function endsOf(doing: FolderSteps): Expectation {
  const { tree: _, also: __, leaves: ___, outcomes, ...said } = doing;
  const ends = outcomes ? list(...outcomes) : expectedOf(doing.steps, doing, subjectsIn(said));
  if (formOf(doing) !== 'promise' || ends.expects !== 'list') return ends;
  return list(...ends.items.map((end, i) => (Object(doing.steps[i]).on === undefined ? rejecting(end) : end)));
}

/** What must come of the steps. */
export function expectedIn(doing: FolderSteps): Expectation {
  const tree = treeIn(doing);
  const { leaves = {}, forbidden, expected } = doing;
  if (expected !== undefined) return expected;
  const done = onDisk(endsOf(doing), treeAfter(tree, leaves));
  if (forbidden === undefined) return done;
  const refused = onDisk(endsOf({ ...doing, thens: [forbidden] }), treeAfter(tree, {}));
  return depending('bound', { false: done, true: refused });
}

/** A law of the steps that data come to. */
export const inFolder = <D>(stepsOf: (data: D) => FolderSteps): Law<D> =>
  diskExample({
    disk: (data: D) => treeOf(treeIn(stepsOf(data))),
    input: (data: D) => orderIn(stepsOf(data)),
    probe: followOne,
    expect: (data: D) => expectedIn(stepsOf(data)),
  });

const steps: Law<FolderSteps> = inFolder((doing) => doing);

/** One law by the names of what its cases check: at standard depth each name covers its axes by itself. */
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
