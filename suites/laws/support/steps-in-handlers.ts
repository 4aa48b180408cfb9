/**
 * Steps that handlers follow, by place. The outcomes of all handlers of a request are one list, in the answer of the last
 * one. These are the handlers of `access`, `content` and `inner`, which a redirect, an error page or `proxy_pass` leads to.
 * `passing` is a handler of js_access before `proxy_pass`, whose outcomes are not reported. `asked` is the handler of
 * subrequests and answers with its own outcomes.
 */
import type { Plain } from '../../../spec/types/requirement.js';
import type { NamedSteps, Step } from '../../../spec/types/step.js';
import { encode } from '../../language/encoding.js';
import { type Expectation, response } from '../../language/expectation.js';
import { type HttpHandler, jsVar } from '../../language/setup.js';
import { expectedOf, orderOf, type StepOrder } from '../../language/steps.js';
import type { HttpRequestObject, World } from '../../language/world.js';
import { TOOLS } from './differential.js';
import { liftedWith } from './lifted-with.js';
import { type Orders, ran } from './steps.js';

const PLACES = ['access', 'content', 'inner', 'passing', 'asked'] as const;
type StepPlace = (typeof PLACES)[number];
type ByStepPlace<T> = { readonly [place in StepPlace]?: T };

/** The input of a request. */
type StepsInput = ByStepPlace<StepOrder> & { readonly redirect?: string };

/** Lifted with its place. */
const follows = async (r: HttpRequestObject, t: World, place: StepPlace): Promise<void> => {
  const all = t.input<StepsInput>(r);
  const order = all[place];
  const own = order === undefined ? [] : await t.steps(order);
  if (place === 'passing') return;
  const before: unknown[] = JSON.parse((place !== 'asked' && r.variables.spec_outcomes) || '[]');
  const outcomes = before.concat(own);
  const isLast = all.inner === undefined && (place === 'content' || all.content === undefined);
  if (isLast || place === 'inner' || place === 'asked') return t.answer(r, outcomes, 203);
  r.variables.spec_outcomes = t.json(outcomes);
  if (place === 'content' && all.redirect !== undefined) r.internalRedirect(all.redirect);
};

export const handlerOf = (place: StepPlace): HttpHandler => liftedWith(follows, place);

/** The variable with the outcomes of earlier handlers of a request. */
export const OUTCOMES = jsVar('spec_outcomes');

/** A request, and the steps of its handlers. Other members are subjects of the steps. */
export interface InHandlers {
  /** The name of a location; one that begins with a place belongs to that place. */
  readonly where?: string;
  readonly make?: NamedSteps;
  /** Those of the location's place, or of `content`; or steps by place. */
  readonly steps?: readonly Step[] | ByStepPlace<readonly Step[]>;
  readonly sums?: boolean;
  /** The target of a redirect of content. */
  readonly redirect?: string;
  readonly status?: number;
  readonly [subject: string]: unknown;
}

const isList = (of: unknown): of is readonly Step[] => Array.isArray(of);

function byPlace({ where = 'content', steps = [] }: InHandlers): ByStepPlace<readonly Step[]> {
  if (!isList(steps)) return steps;
  return { [PLACES.find((place) => where.startsWith(place)) ?? 'content']: steps };
}

const ordersOf = ({ sums = false, ...row }: InHandlers, all: ByStepPlace<readonly Step[]>): Orders =>
  Object.fromEntries(
    Object.entries(all).map(([place, steps]) => [place, { ...orderOf({ ...row, steps, named: true }), sums }]),
  );

export const inputOf = ({ redirect, ...row }: InHandlers): StepsInput => ({
  ...ordersOf(row, byPlace(row)),
  ...(redirect === undefined ? {} : { redirect }),
});

/**
 * The expected response to a request, from the expectations of the steps, or from their results in this process with `r` as
 * the request. For objects of the class `opaque`, and steps that refer to them, only errors are excluded.
 */
export function expectedAnswer(row: InHandlers, r: object, opaque: abstract new () => object): Expectation {
  const { passing: _, asked: __, ...reported } = byPlace(row);
  const at = (path: string): unknown => (path === 'r' ? r : TOOLS.at(path));
  const came = Object.values(ran(ordersOf(row, reported), { ...TOOLS, at })).flat();
  const steps = Object.values(reported).flat();
  const thenOf = (step: Step, [how, value]: readonly unknown[]): Plain => {
    if (how !== 'returned') return { $throws: [] };
    return ('as' in step && step.as !== undefined) || value instanceof opaque ? { $any: true } : encode(value);
  };
  const thens = steps.map((step, i) => thenOf(step, came[i] ?? []));
  return response({ status: row.status ?? 203, answer: expectedOf(steps, { thens }, { body: row.body }) });
}
