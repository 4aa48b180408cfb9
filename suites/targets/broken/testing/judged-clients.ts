/** The verdicts of the suite on a client, for the tests of this folder. */
import type { RequirementReport } from '../../../../reports/model.js';
import { generated as answers } from '../../../cases/generated/1-server-management-api/client/answers.js';
import { generated as credentials } from '../../../cases/generated/1-server-management-api/client/credentials.js';
import { generated as requests } from '../../../cases/generated/1-server-management-api/client/requests.js';
import { DeviationList } from '../../../executor/deviations/deviations.js';
import type { LossBounds } from '../../../executor/losses.js';
import { run } from '../../../executor/run.js';
import { DEFAULT_DEADLINES } from '../../../executor/sessions.js';
import type { Target } from '../../../executor/target.js';
import { type GeneratedCase, type GeneratedObject, keptOf } from '../../../language/case.js';
import { startClientSession } from '../../client/client-session.js';
import type { Launch } from '../../client/launch.js';

const target = (launch: Launch, deadlineMs?: number): Target => ({
  name: 'miniature',
  kind: 'client',
  capabilities: new Set(),
  options: [],
  drivers: { client: { restarts: false, start: async () => startClientSession(launch, { deadlineMs }) } },
});

/** The requirements that must hold, with the cases that `keep` selects. */
export const requiredCases = (keep: (of: GeneratedCase) => boolean): GeneratedObject[] =>
  keptOf([answers, credentials, requests], (of, { strength }) => strength === 'must' && keep(of));

export const judge = async (
  launch: Launch,
  some: readonly GeneratedObject[] = requiredCases(isQuick),
  deadlineMs?: number,
  serviceBounds?: LossBounds,
  confirmations = 100,
): Promise<readonly RequirementReport[]> => {
  const bounded = serviceBounds === undefined ? {} : { serviceBounds };
  const options = { seed: 1, runs: 40, jobs: 16, deadlines: DEFAULT_DEADLINES, confirmations, ...bounded };
  const deviations = new DeviationList('client', []);
  return (await run(target(launch, deadlineMs), some, { ...options, deviations })).requirements;
};

const isExample = ({ body }: GeneratedCase): boolean => body().kind !== 'property';
/** Cases without long waits, megabytes and shrinking; of similar cases only some. */
export const isQuick = (of: GeneratedCase): boolean =>
  isExample(of) &&
  !/once\/(one|three)|megabytes|creates-once\/5(?!00)|other-host\/30[138]|credentials\.[a-z-]+\/wait-/.test(of.id) &&
  !isRareStatus(of) &&
  !isRareAnswer(of) &&
  !isRareText(of);
const isRareStatus = ({ id }: GeneratedCase): boolean =>
  /error-status\/(?!50[03]\/request|404\/as-documented)|again\/50[24]/.test(id);
const isRareAnswer = ({ id }: GeneratedCase): boolean =>
  /(no-answer|creates-once)\/(wait|status|two|prefix|line|comma|not|single|names|reset-)/.test(id) ||
  /answers\.(delivered|written)\/(?!status-201|in-chunks|more-members\/)|answers\.texts\/(?!digits|quotes)/.test(id) ||
  /credentials\.(command-line|output|request-target|files)\/(?!success|refused|broken|reset)/.test(id);
const isRareText = ({ id }: GeneratedCase): boolean =>
  /(server-name|app-fields)\/(?!digits|quotes|blanks|last-line-end)/.test(id);

export const idsOf = (reports: readonly RequirementReport[], verdict: RequirementReport['verdict']): string[] =>
  reports.flatMap((report) => (report.verdict === verdict ? [report.id] : []));
