import type { CaseReport, RequirementReport, RunReport, ServiceFacts } from '../model.js';
import { totalsOf, verdictOf } from '../totals.js';
import { SAMPLE_OBJECTS, SAMPLE_SECTIONS, type SampleObject } from './catalogue.js';

const KINDS = ['example', 'property', 'exchange', 'example', 'model'] as const;
const DIGEST = '5c1f0a3b9d7e42680f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778';

/** The failures of the sample target, by case id: everything except the case's own place and number of inputs. */
const FINDINGS: { readonly [id: string]: Pick<CaseReport, 'verdict' | 'reason'> & Partial<CaseReport> } = {
  'shared-dict.incr.missing-key/3': {
    verdict: 'violates',
    failure: 'wrong',
    reason: 'wrong: {"returned":1,"stored":1}',
    counterexample: '{"key":"a","delta":1,"init":5}',
    expected: '{"returned":6,"stored":6}',
    observed: '{"returned":1,"stored":1}',
  },
  'buffer.read-int.bounds/2': {
    verdict: 'violates',
    failure: 'crash',
    reason: 'crash: the host ended with signal SIGSEGV',
    counterexample: '{"bytes":{"$bytes":"00ff"},"offset":2147483647,"byteLength":6}',
    expected: 'a RangeError is thrown',
    observed: 'the host ended with signal SIGSEGV',
  },
  'query-string.parse.max-keys/1': {
    verdict: 'violates',
    failure: 'hang',
    reason: 'hang: no answer within 5 s',
    counterexample: '{"text":"&&&&","maxKeys":0}',
    expected: '{}',
    observed: 'no answer within 5 s',
  },
  'http-headers.outgoing.set-cookie/2': {
    verdict: 'deviates',
    failure: 'wrong',
    reason: 'host: a single cookie reads back as a string before 0.8.0',
    counterexample: '{"cookies":["a=1"]}',
    expected: '["a=1"]',
    observed: '"a=1"',
  },
  'buffer.swap.odd/1': {
    verdict: 'deviates',
    failure: 'wrong',
    reason: 'document: the name of the error is not the one that any release throws',
    counterexample: '{"bytes":{"$bytes":"01"}}',
    expected: 'RangeError',
    observed: 'TypeError',
  },
  'http-return.log.limit/4': { verdict: 'inconclusive', reason: 'not observable here: the target writes no log' },
  'crypto.hash.finished/2': { verdict: 'not-applicable', reason: 'since 0.8.6; the target reports 0.8.4' },
  'crypto.hash.pieces/3': { verdict: 'not-applicable', reason: 'for engine qjs; the target runs njs' },
};

/** The requirement that the documents leave open, and the observations of its cases. */
const OPEN = 'buffer.index-of.edge';
const RECORDED: Partial<CaseReport> = {
  verdict: 'recorded',
  counterexample: '{"bytes":{"$bytes":"0102"},"offset":-3}',
  expected: 'returns 0',
  observed: 'returns -1',
};

/** A realistic report of about 33 × `casesEach` cases; the same arguments give the same report. */
export function sampleReport(casesEach = 8): RunReport {
  const requirements = SAMPLE_OBJECTS.flatMap((object) => requirementsOf(object, casesEach));
  return withRequirements(requirements, {
    srvspec: '0.1.0',
    circumstances: {
      startedAt: '2026-11-22T09:30:00.000Z',
      machine: 'Linux 6.1 x64, 2 processors, Node 20.19.2',
      command: 'srvspec run --target nginx:./example --seed 42 --runs 100',
    },
    documents: [
      { id: 1, title: 'Server Management JSON API', sha256: DIGEST },
      {
        id: 2,
        title: 'Embedded Scripting Runtime: Request, Stream, Network and Shared-Dictionary Objects',
        sha256: DIGEST,
      },
      { id: 3, title: 'Embedded Scripting Runtime: Built-in Objects, Web API Objects and Modules', sha256: DIGEST },
    ],
    target: { name: 'example host', kind: 'nginx', runtimeVersion: '0.8.4', engine: 'njs' },
    seed: 42,
    runs: 100,
    selected: {},
    durationMs: 4217,
    staleDeviations: [{ id: 'crypto.hmac.unknown', why: 'the error was a plain Error in an earlier build' }],
    coverage: sampleCoverage(requirements.length),
  });
}

/** A report with these requirements, and the totals of their cases. */
export function withRequirements(
  requirements: readonly RequirementReport[],
  report: Omit<RunReport, 'requirements' | 'totals'>,
): RunReport {
  return { ...report, totals: totalsOf(requirements.flatMap(({ cases }) => cases)), requirements };
}

/** A report with each of its cases replaced by one or more, or left out. The place of its requirement is passed, too. */
export function withCases(
  report: RunReport,
  change: (one: CaseReport, at: number) => CaseReport | readonly CaseReport[],
): RunReport {
  const changed = report.requirements.map((one, at) => ({ ...one, cases: one.cases.flatMap((of) => change(of, at)) }));
  return withRequirements(changed, report);
}

const SERVICE: ServiceFacts = {
  mapping: [
    { place: 'serverId', pointer: '/data/id', how: 'found' },
    { place: 'serverApiKey', pointer: '/data/apikey', how: 'set' },
  ],
  leftovers: [
    { resource: 'server', name: 'srvspec-7k2m-1-field' },
    { resource: 'app', name: 'srvspec-7k2m-2-field' },
    { resource: 'app', name: '' },
    { resource: 'app', name: 'srvspec-7k2m-4-order' },
  ],
};

/** The sample as if it was found at a management API. */
export function serviceReport(): RunReport {
  const target = { name: 'api:http://127.0.0.1:8080/v1', kind: 'api', runtimeVersion: 'v1', engine: 'none' };
  return { ...sampleReport(), target, service: SERVICE };
}

/** Strings that careless writers get wrong: markup, other formats' syntax, controls, lone surrogates, odd spaces. */
export const NASTY = [
  '</script><script>document.title="owned"</script>',
  '<!-- --> <![CDATA[ ]]> <?php ?> &lt; &amp; &#0;',
  '" onmouseover="x" \' ` $& $1 `` ``` ~~~~ |a|b| **bold** _it_ [l](javascript:x) # SKIP',
  '\nnot ok 1 forged\n1..1\n# fail 1\n  ---\n  ...',
  '\u0000\u0001\u0008\u000b\u001b[31mred\u001b[0m\u007f\u009b\ufffe\uffff',
  'lone \ud800 and \udc00, pair \ud83d\ude00, lines \u2028\u2029, bidi \u202eevil\u202c\u2066, bom \ufeff',
  ' leading, trailing and\ttab \r\n carriage \\u0041 \\',
  '',
] as const;

/** Every verdict, with one of these strings in every place that a target, a person or a file name can fill. */
export function nastyReport(): RunReport {
  const requirements = NASTY.map((text, at) => nastyRequirement(text, at));
  return withRequirements(requirements, {
    ...sampleReport(1),
    documents: [{ id: 2, title: NASTY[0], sha256: DIGEST }],
    circumstances: { startedAt: '2026-11-22T09:30:00.000Z', machine: NASTY[0], command: NASTY[2] },
    selected: { only: NASTY[4] },
    target: { name: NASTY[5], kind: NASTY[1], runtimeVersion: NASTY[2], engine: NASTY[4] },
    staleDeviations: NASTY.map((text) => ({ id: text, why: text })),
    service: {
      mapping: NASTY.map((text) => ({ place: text, pointer: text, how: 'found' })),
      leftovers: NASTY.map((text) => ({ resource: 'app', name: text })),
    },
  });
}

function requirementsOf(object: SampleObject, casesEach: number): readonly RequirementReport[] {
  return object.requirements.map(([name, says], at) => {
    const id = `${object.object}.${name}`;
    const cases = Array.from({ length: casesEach }, (_, index) => sampleCase(`${id}/${index + 1}`, at + index));
    return {
      id,
      object: object.object,
      title: object.title,
      document: object.document,
      says,
      strength: id === OPEN ? 'open' : 'must',
      rows: [`${object.document}/${object.section}/${name.replaceAll('.', '-')}`],
      verdict: verdictOf(cases),
      cases,
    };
  });
}

function sampleCase(id: string, at: number): CaseReport {
  const kind = KINDS[at % KINDS.length] ?? 'example';
  return {
    id,
    kind,
    verdict: 'conforms',
    reason: '',
    inputs: kind === 'property' ? 100 : 1,
    durationMs: ((at * 37) % 90) / 10,
    replay: `srvspec replay '${id}' --target nginx:./example --seed 42`,
    ...(id.startsWith(`${OPEN}/`) ? RECORDED : FINDINGS[id]),
  };
}

function sampleCoverage(requirements: number): RunReport['coverage'] {
  const sections = SAMPLE_SECTIONS.map(([document, section, rows, covered, excluded]) => ({
    document,
    section,
    rows,
    covered,
    excluded,
  }));
  const total = sections.reduce((sum, { rows }) => sum + rows, 0);
  const covered = sections.reduce((sum, section) => sum + section.covered, 0);
  const excluded = sections.reduce((sum, section) => sum + section.excluded, 0);
  return {
    rows: { total, covered, excluded },
    requirements: { total: requirements + 4, tested: requirements },
    sections,
  };
}

function nastyRequirement(text: string, at: number): RequirementReport {
  const id = `nasty.${at}${text}`;
  const judged = {
    kind: 'property',
    reason: text,
    inputs: 3,
    durationMs: 1,
    replay: `srvspec replay ${text}`,
  } as const;
  const seen = { expected: text, observed: `${text}${text}`, counterexample: text, requests: [text] };
  const cases: readonly CaseReport[] = [
    { ...judged, ...seen, id: `${id}/violates`, verdict: 'violates', failure: 'wrong', reason: `wrong: ${text}` },
    { ...judged, ...seen, id: `${id}/deviates`, verdict: 'deviates', failure: 'wrong' },
    { ...judged, ...seen, id: `${id}/recorded`, verdict: 'recorded', reason: '' },
    { ...judged, id: `${id}/inconclusive`, verdict: 'inconclusive' },
    { ...judged, id: `${id}/not-applicable`, verdict: 'not-applicable' },
    { ...judged, id: `${id}/conforms`, verdict: 'conforms', reason: '' },
  ];
  return {
    id,
    object: text,
    title: text,
    document: 2,
    says: text,
    strength: 'must',
    rows: [`2/x/${text}`],
    verdict: verdictOf(cases),
    cases,
  };
}
