/** `srvspec explain ID`: the sentence of a requirement or case, its rows and rulings, and its known deviations. */
import { parseArgs } from 'node:util';
import { compiledSpec } from '../../spec/compiled/compiled.js';
import type { StandingSpec } from '../../spec/reading/standing.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Requirement } from '../../spec/types/requirement.js';
import type { Ruling } from '../../spec/types/ruling.js';
import { knownDeviations } from '../executor/deviations/files.js';
import { refuseUnknown } from './known-ids.js';

export async function explain(args: readonly string[]): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [id] = positionals;
  if (id === undefined) throw new UsageError('explain takes the id of a requirement or a case');
  await refuseUnknown([id]);
  const spec = compiledSpec();
  const all = [...spec.files.values()].flatMap(({ requirements }) => requirements);
  const requirement = all.find((one) => id === one.id || id.startsWith(`${one.id}/`));
  if (requirement === undefined)
    throw new UsageError(`there is no requirement ${id}; \`srvspec list\` shows what there is`);
  process.stdout.write(`${[...aboutRequirement(requirement, spec), ...aboutDeviations(requirement, id)].join('\n')}\n`);
  return EXIT.ok;
}

function aboutRequirement(requirement: Requirement, spec: StandingSpec): string[] {
  const { since, until, strength, rows } = requirement;
  const versions = [since === undefined ? '' : `since ${since}`, until === undefined ? '' : `until ${until}`].filter(
    (text) => text !== '',
  );
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
    .filter(({ of }) => of.some((one) => one === id || one === requirement.id || one.startsWith(`${requirement.id}/`)))
    .map(
      ({ of, observed, why, fault }) =>
        `  deviation of a real host (${of.join(', ')}; the ${fault} is at fault): ${observed} ${why}`,
    );
