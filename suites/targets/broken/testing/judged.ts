/** The verdicts of the suite on a management API, for the tests of this folder. */
import type { RequirementReport } from '../../../../reports/model.js';
import { objects } from '../../../cases/generated/index.js';
import { DeviationList } from '../../../executor/deviations/deviations.js';
import { run } from '../../../executor/run.js';
import { DEFAULT_DEADLINES } from '../../../executor/sessions.js';
import type { Account } from '../../../language/endpoint.js';
import { apiTarget } from '../../api/api.js';
import { only, thinned } from './thinned.js';

export interface Judging {
  /** Only requirements of this object. */
  readonly object?: string;
  /** Parallel conversations. */
  readonly jobs?: number;
  /** Requirements whose cases are all tried; others have some of them. By default all requirements. */
  readonly whole?: readonly string[];
  /** Only these requirements. */
  readonly only?: readonly string[];
  /** The number of violations that are confirmed alone, one of each requirement first. */
  readonly confirmations?: number;
  /** Milliseconds that an awaited change may take. */
  readonly settleMs?: number;
  /** Generates a new API key of the account. */
  readonly rotate?: () => Promise<string>;
  /** Milliseconds in which an answer must come. */
  readonly timeoutMs?: number;
}

/** Cases of a requirement that a fault does not break. */
const FEW = 1;

/** Every requirement about the server side, judged at a URL that ends in `/v1`. */
export async function judgedAt(
  url: string,
  account: Account,
  { object, jobs = 8, whole, only: ids, confirmations, rotate, settleMs = 60, timeoutMs = 2_500 }: Judging = {},
): Promise<readonly RequirementReport[]> {
  const some = objects.filter((one) => one.subject === 'server' && (object === undefined || one.object === object));
  const loaded = await Promise.all(some.map(({ load }) => load()));
  const asked = ids === undefined ? loaded : only(loaded, ({ id }) => ids.includes(id));
  const selected = whole === undefined ? asked : thinned(asked, FEW, ({ id }) => whole.includes(id));
  const rotating = rotate === undefined ? {} : { rotate };
  const target = apiTarget({ url, account, allowWrites: true, timeoutMs, settleMs, ...rotating });
  const deviations = new DeviationList('api', []);
  const { requirements } = await run(target, selected, {
    seed: 1,
    runs: 4,
    jobs,
    shrinks: false,
    deadlines: DEFAULT_DEADLINES,
    deviations,
    ...(confirmations === undefined ? {} : { confirmations }),
  });
  return requirements;
}

/** Requirements that are not observed if a run cannot replace the key. */
export const WITHOUT_ROTATION = /^not observable here: it has the API key replaced/;

/** Ids of the requirements with this verdict, in order. */
export const withVerdict = (
  requirements: readonly RequirementReport[],
  wanted: RequirementReport['verdict'],
): string[] => requirements.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
