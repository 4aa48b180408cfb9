/** `srvspec explain ID`: what a requirement or case says and rests on, or which requirements rest on a row. */
import { parseArgs } from 'node:util';
import { compiledSpec } from '../../spec/compiled/compiled.js';
import type { RowStatus, StandingSpec } from '../../spec/reading/standing.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Requirement, Scope } from '../../spec/types/requirement.js';
import type { Ruling } from '../../spec/types/ruling.js';
import { deviationIds } from '../executor/deviations/deviations.js';
import { knownDeviations } from '../executor/deviations/files.js';
import { locationPath } from '../executor/merging.js';
import { describe, describeInput } from '../language/description.js';
import { EXPLAIN } from './declared/reading.js';
import { idsOfSuite, refuseUnknown } from './known-ids.js';
import { foundCase } from './select.js';

export async function explain(args: readonly string[]): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], options: EXPLAIN.options, allowPositionals: true });
  const [id] = positionals;
  if (id === undefined) throw new UsageError('explain takes the id of a requirement, a case or a row');
  const spec = compiledSpec();
  const standing = spec.standings.get(id);
  if (standing !== undefined) return print(aboutRow(standing, spec));
  await refuseUnknown([id], [...spec.standings.keys(), ...(await idsOfSuite()).beginnings]);
  const all = [...spec.files.values()].flatMap(({ requirements }) => requirements);
  const requirement = all.find((one) => id === one.id || id.startsWith(`${one.id}/`));
  if (requirement === undefined)
    throw new UsageError(`there is no requirement ${id}; \`srvspec list\` shows what there is`);
  const about = id === requirement.id ? [] : await aboutCase(id);
  return print([...about, ...aboutRequirement(requirement, spec), ...aboutDeviations(requirement, id)]);
}

function print(lines: readonly string[]): number {
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}

/** How the case is tried, of what it is part, and how it is run alone. */
async function aboutCase(id: string): Promise<string[]> {
  const found = await foundCase(id);
  if (found === undefined) return [];
  const { of, object } = found;
  const body = of.body();
  const trials = body.trials(locationPath(id));
  const tried = 'one' in trials ? `one input: ${bounded(describeInput(trials.one))}` : 'inputs that are drawn';
  return [
    id,
    `  a case of ${object.title}; ${body.kind}, ${tried}`,
    ...('one' in trials ? [`  expected: ${bounded(describe(trials.one.expect()))}`] : []),
    ...versionsOf(of).map((text) => `  ${text}`),
    ...(body.needs.length === 0 ? [] : [`  needs ${body.needs.join(', ')}`]),
    `  srvspec replay ${id}`,
  ];
}

/** Characters of an input or of what is expected that are shown. */
const SHOWN = 1000;

const bounded = (text: string): string =>
  text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length - SHOWN} more characters)`;

/** Where the row is, which requirements rest on it, or why none does. */
function aboutRow({ row, citedBy, excluded, pending, unmentioned }: RowStatus, spec: StandingSpec): string[] {
  return [
    row.id,
    `  document ${row.id.split('/')[0]}, section ${row.section.join(' / ')}, line ${spec.lines.get(row.id) ?? '?'}`,
    ...citedBy.map(({ id, says }) => `  requirement ${id}: ${says}`),
    ...(excluded === undefined ? [] : [`  needs no requirement: ${excluded}`]),
    ...(pending ? ['  not covered yet, see spec/pending.yaml'] : []),
    ...(unmentioned.length === 0 ? [] : [`  not said by any requirement: ${unmentioned.join(', ')}`]),
  ];
}

const versionsOf = ({ since, until }: Scope): readonly string[] => [
  ...(since === undefined ? [] : [`since ${since}`]),
  ...(until === undefined ? [] : [`until ${until}`]),
];

function aboutRequirement(requirement: Requirement, spec: StandingSpec): string[] {
  const { strength = 'must', rows } = requirement;
  const versions = versionsOf(requirement);
  const cited = rows.map((row) => `  row ${row} (document ${row.split('/')[0]}, line ${spec.lines.get(row) ?? '?'})`);
  const rulings = (requirement.rulings ?? []).flatMap((ruling) => spec.rulings.get(ruling) ?? []);
  return [
    requirement.id,
    `  ${requirement.says}`,
    `  ${[strength, ...versions].join(', ')}`,
    ...cited,
    ...rulings.flatMap(aboutRuling),
  ];
}

const aboutRuling = ({ id, question, decision, why, unjudged }: Ruling): string[] => [
  `  ruling ${id}: ${question}`,
  `    ${decision}`,
  `    because ${why}`,
  ...(unjudged === undefined ? [] : [`    not judged: ${unjudged}`]),
];

const aboutDeviations = (requirement: Requirement, id: string): string[] =>
  knownDeviations()
    .filter((deviation) =>
      deviationIds(deviation).some((one) => one === requirement.id || one.startsWith(`${requirement.id}/`)),
    )
    .filter(
      (deviation) =>
        id === requirement.id || deviationIds(deviation).some((one) => one === id || one === requirement.id),
    )
    .map((deviation) => {
      const { observed, why, fault } = deviation;
      return `  deviation of a real host (${deviationIds(deviation).join(', ')}; the ${fault} is at fault): ${observed} ${why}`;
    });
