import test from 'tape';
import { shareOf } from '../../../generators/build/testing/share.js';
import type { CaseReport, RunReport } from '../../../reports/model.js';
import { objects } from '../../cases/generated/index.js';
import { DeviationList } from '../../executor/deviations/deviations.js';
import { mergeSetups } from '../../executor/merging.js';
import { run } from '../../executor/run.js';
import { DEFAULT_DEADLINES } from '../../executor/sessions.js';
import { type Target, TargetChanged } from '../../executor/target.js';
import { launchReference, referenceTarget } from '../reference/reference.js';
import { renderConfiguration } from '../support/host/configuration.js';
import { portsOf } from '../support/host/ports.js';
import type { HostOptions } from '../support/host/session.js';
import { refusingModule, refusingText, startingWhen } from './starts.js';
import { thinned } from './testing/thinned.js';

const launch: HostOptions['launch'] = ({ configuration, folder }) => launchReference({ configuration, prefix: folder });

/** The report on a target, with so many cases of each kind, and the reasons for which it was lost. */
async function judged(target: Target, names: readonly string[], most = 1, confirmations = 500) {
  const loaded = await Promise.all(objects.filter((one) => names.includes(one.object)).map(({ load }) => load()));
  const gone: string[] = [];
  const { requirements, totals } = await run(target, thinned(loaded, most), {
    seed: 1,
    runs: 4,
    shrinks: false,
    jobs: 8,
    confirmations,
    deadlines: DEFAULT_DEADLINES,
    deviations: new DeviationList('miniature', []),
    gone: (why) => gone.push(why),
  });
  return { requirements, totals, gone };
}

const verdicts = (requirements: RunReport['requirements']): Map<string, CaseReport> =>
  new Map(requirements.flatMap(({ cases }) => cases.map((one) => [one.id, one])));

const DOCUMENT_3 = '3-built-ins-and-modules';
const OF_MODULES = ['crypto-module', 'querystring', 'modules'].map((name) => `${DOCUMENT_3}/${name}`);
const OTHERS = [`${DOCUMENT_3}/text-decoder`, '2-host-objects/http-request/args'];

const MODULES = objects
  .map(({ object }) => object)
  .filter((object) => [...OF_MODULES, ...OTHERS].some((one) => object.startsWith(one)));
let withModules: ReturnType<typeof judged> | undefined;

const MISSING = [
  ['crypto', '3/crypto-module/'],
  ['querystring', '3/query-string-module/'],
] as const;

for (const [module, section] of shareOf(MISSING, 'missing modules')) {
  test(`${module} cannot be imported: its presence violates, cases that need it are lost, and no other changes`, async (t) => {
    withModules ??= judged(referenceTarget(), MODULES, 2);
    const right = verdicts((await withModules).requirements);
    const { requirements } = await judged(refusingModule(referenceTarget(), launch, module), MODULES, 2);
    const hostError = `the module ${module} cannot be imported`;
    const wrongly: string[] = [];
    let lost = 0;
    for (const { id, rows, cases } of requirements) {
      const about = rows.some((row) => row.startsWith(section));
      for (const one of cases) {
        const before = right.get(one.id)?.verdict;
        const isPresence = one.id === `modules.imported/${module}`;
        const must = (about || isPresence) && before !== 'not-applicable';
        const expected = isPresence ? `violates: wrong: ${hostError}` : `inconclusive: ${hostError}`;
        const reported = `${one.verdict}: ${one.reason}`;
        if (must && !isPresence) lost += 1;
        if ((must || one.verdict !== before) && reported !== expected) wrongly.push(`${one.id} of ${id}: ${reported}`);
      }
    }
    t.deepEqual(wrongly, []);
    t.ok(lost > 18, `${lost} cases are lost`);
    t.equal(verdicts(requirements).get(`modules.imported/${module}`)?.verdict, 'violates');
    t.equal(verdicts(requirements).size, right.size, 'every case has a verdict');
  });
}

const DICTIONARIES = '2-host-objects/shared-dict/calls';
const ACCESS = '2-host-objects/stream-session/access';

/** A name that a release does not know, its message, rows of requirements about the name, and the objects that need it. */
const UNKNOWN = {
  js_access: {
    pattern: /js_access /,
    hostError: 'unknown directive "js_access"',
    about: /s-done$|r-return$|0-9-9$|r-decline$/,
    of: ACCESS,
  },
  js_shared_dict_zone: {
    pattern: /js_shared_dict_zone /,
    hostError: 'unknown directive "js_shared_dict_zone"',
    about: /^2\/shared-dictionary-srv-shared-shared-dict\/p1$/,
    of: DICTIONARIES,
  },
  type: {
    pattern: / type=number/,
    hostError: 'invalid parameter "type=number"',
    about: /^2\/shared-dictionary-srv-shared-shared-dict\/type$|incr$/,
    of: DICTIONARIES,
  },
  evict: {
    pattern: / evict;/,
    hostError: 'invalid parameter "evict"',
    about: /^no row names it$/,
    of: DICTIONARIES,
  },
} as const;

const NEEDLESS = '2-host-objects/http-request/args';
/** Enough that a requirement about each directive needs it, and another requirement too. */
const MOST = 3;
let rightly: ReturnType<typeof judged> | undefined;

const unknown = shareOf(Object.entries(UNKNOWN), 'unknown directives');

for (const [name, { pattern, hostError, about, of }] of unknown) {
  test(`a release that does not know ${name} loses the cases that need it, and no other`, async (t) => {
    rightly ??= judged(referenceTarget(), [...new Set([...unknown.map(([, one]) => one.of), NEEDLESS])], MOST);
    const right = verdicts((await rightly).requirements);
    const { requirements, gone } = await judged(
      refusingText(referenceTarget(), launch, pattern, hostError),
      [of, NEEDLESS],
      MOST,
    );
    const needing = await casesNeeding([of], pattern);
    const wrongly: string[] = [];
    const seen = { violates: 0, inconclusive: 0 };
    for (const { rows, strength, cases } of requirements) {
      for (const { id, verdict, reason } of cases) {
        const before = right.get(id)?.verdict;
        const refused = needing.has(id) && before !== 'not-applicable';
        const violates = refused && strength === 'must' && rows.some((row) => about.test(row));
        const expected = violates ? 'violates' : refused ? 'inconclusive' : before;
        const reported = !refused || reason.endsWith(`the host refuses its configuration: ${hostError}`);
        // An open requirement keeps its observation.
        if (refused && strength === 'open' && verdict === 'recorded') continue;
        if (verdict !== expected || !reported) wrongly.push(`${id}: ${verdict}, ${reason}; expected ${expected}`);
        if (refused && (verdict === 'violates' || verdict === 'inconclusive')) seen[verdict] += 1;
      }
    }
    t.deepEqual(wrongly, []);
    t.ok(seen.violates > 0 || name === 'evict', `${seen.violates} cases violate`);
    t.ok(seen.inconclusive > 0 || name === 'js_access', `${seen.inconclusive} cases are inconclusive`);
    t.deepEqual(gone, [], 'the host is not lost');
  });
}

/** Cases whose own configuration matches the pattern. */
async function casesNeeding(names: readonly string[], pattern: RegExp): Promise<ReadonlySet<string>> {
  const loaded = await Promise.all(objects.filter((one) => names.includes(one.object)).map(({ load }) => load()));
  const all = loaded.flatMap(({ requirements }) => requirements.flatMap(({ cases }) => cases));
  const place = { folder: '/', port: 1 };
  return new Set(
    all.flatMap(({ id, body }) => {
      const host = mergeSetups([{ setup: body().setup, scope: id }]);
      const ports = new Map([...portsOf(host).listened, ...portsOf(host).peers].map((port) => [port, 2]));
      return pattern.test(renderConfiguration(host, { ...place, ports }).text) ? [id] : [];
    }),
  );
}

test('a host that starts only every third time is judged like one that always starts', async (t) => {
  const names = [`${DOCUMENT_3}/text-decoder`];
  const { totals, gone } = await judged(
    startingWhen(referenceTarget(), launch, (tries) => tries % 3 === 2),
    names,
  );
  t.deepEqual(totals, (await judged(referenceTarget(), names)).totals);
  t.deepEqual(gone, []);
});

test('a host that does not start again costs the cases that need it', async (t) => {
  const names = objects.map(({ object }) => object).filter((object) => object.startsWith('2-host-objects/shared-dict'));
  const { totals, gone, requirements } = await judged(
    startingWhen(referenceTarget(), launch, (tries) => tries < 2),
    names,
  );
  t.ok(totals.conforms > 50, `${totals.conforms} cases were judged`);
  t.equal(totals.violates, 0);
  const reasons = new Set(
    requirements.flatMap(({ cases }) =>
      cases.flatMap(({ verdict, reason }) => (verdict === 'inconclusive' ? [reason] : [])),
    ),
  );
  t.deepEqual([...reasons], ['it did not start: no reason given']);
  t.deepEqual([...new Set(gone)], ['it did not start: no reason given'], 'this ends the run with status 3');
});

test('a host whose runtime is replaced during the run ends it with an error', async (t) => {
  const names = objects.map(({ object }) => object).filter((object) => object.startsWith('2-host-objects/shared-dict'));
  let starts = 0;
  const launchOther: typeof launch = ({ configuration, folder }) =>
    launchReference({ configuration, prefix: folder, ...(starts++ < 2 ? {} : { runtimeVersion: '0.8.4' }) });
  const error = await judged(
    startingWhen(referenceTarget(), launchOther, () => true),
    names,
  ).catch((thrown: unknown) => thrown);
  t.ok(error instanceof TargetChanged && error.exitStatus === 3, `${error}`);
  t.match(`${error}`, /the version of the runtime was \S+ when the run began and is 0\.8\.4 now/);
});
