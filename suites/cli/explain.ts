/** `srvspec explain ID`: a requirement or case with its rows, or the requirements of a row. */
import { parseArgs } from 'node:util';
import { compiledSpec } from '../../spec/compiled/compiled.js';
import type { RowStatus, SpecStatus } from '../../spec/reading/row-status.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Requirement, Scope } from '../../spec/types/requirement.js';
import type { Ruling } from '../../spec/types/ruling.js';
import { deviationIds, names } from '../executor/deviations/deviations.js';
import { knownDeviations } from '../executor/deviations/files.js';
import { locationPath } from '../executor/merging.js';
import { describe, describeInput } from '../language/description.js';
import { EXPLAIN } from './declared/reading.js';
import { idsOfSuite, refuseUnknown } from './known-ids.js';
import { foundCase, ownCasesIn } from './select.js';

/** A requirement of the suite or of the user. */
type Explained = Pick<Requirement, 'id' | 'says' | 'strength' | 'rows' | 'rulings' | 'since' | 'until'>;

export async function explain(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({ args: [...args], options: EXPLAIN.options, allowPositionals: true });
  const [id] = positionals;
  if (id === undefined) throw new UsageError('explain takes the id of a requirement, a case or a row');
  const spec = compiledSpec();
  const row = spec.statuses.get(id);
  if (row !== undefined) return print(aboutRow(row, spec));
  const own = await ownCasesIn(values);
  const { known, beginnings } = await idsOfSuite(own);
  refuseUnknown([id], { known, beginnings: new Set([...spec.statuses.keys(), ...beginnings]) });
  const all = [...spec.files.values(), ...own].flatMap(({ requirements }): readonly Explained[] => requirements);
  const requirement = all.find((one) => id === one.id || id.startsWith(`${one.id}/`));
  if (requirement === undefined)
    throw new UsageError(`there is no requirement ${id}; \`srvspec list\` shows what there is`);
  const about = id === requirement.id ? [] : await aboutCase(id, values.cases);
  return print([...about, ...aboutRequirement(requirement, spec), ...aboutDeviations(requirement, id)]);
}

function print(lines: readonly string[]): number {
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}

/** How the case is tried, its object, and the command that runs it alone. */
async function aboutCase(id: string, cases: string | undefined): Promise<string[]> {
  const found = await foundCase(id, cases);
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
    `  ${['srvspec replay', id, ...(object.options ?? [])].join(' ')}`,
  ];
}

/** The most characters of an input or an expectation that are shown. */
const SHOWN = 1000;

const bounded = (text: string): string =>
  text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length - SHOWN} more characters)`;

/** The place of the row, its requirements, or why it has none. */
function aboutRow({ row, citedBy, excluded, pending, unmentioned }: RowStatus, spec: SpecStatus): string[] {
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

function aboutRequirement(requirement: Explained, spec: SpecStatus): string[] {
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

const aboutDeviations = (requirement: Explained, id: string): string[] =>
  knownDeviations()
    .filter((deviation) =>
      deviationIds(deviation).some((one) => names(one, requirement.id) || one.startsWith(`${requirement.id}/`)),
    )
    .filter(
      (deviation) =>
        id === requirement.id || deviationIds(deviation).some((one) => names(one, id) || names(one, requirement.id)),
    )
    .map((deviation) => {
      const { observed, why, fault, implementation = 'a client' } = deviation;
      return `  deviation of ${implementation} (${deviationIds(deviation).join(', ')}; the ${fault} is at fault): ${observed} ${why}`;
    });
