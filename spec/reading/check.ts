import picomatch from 'picomatch';
import { checkDeclared } from './check-declared.js';
import { checkMembers } from './check-members.js';
import { checkRequirements, rowComplaints } from './check-requirements.js';
import { type Complaint, complaintAt, SpecError } from './complaints.js';
import { nearestWord } from './nearest.js';
import { type LocatedSpec, readSpec } from './read.js';
import { citationsByRow, needlessMentions, type RowStatus, rowStatuses } from './row-status.js';

/**
 * The specification under `root`, read and checked.
 * @throws SpecError with every complaint, of reading or otherwise of `checkSpec`
 */
export function checkedSpec(root: string): LocatedSpec {
  const spec = readSpec(root);
  const complaints = checkSpec(spec);
  if (complaints.length > 0) throw new SpecError(complaints);
  return spec;
}

/** Every contradiction among rows, requirements, exclusions, rulings and pending globs; none in a valid specification. */
export function checkSpec(spec: LocatedSpec): readonly Complaint[] {
  const citations = citationsByRow(spec);
  const known = rowStatuses(spec, citations);
  return [
    ...[...known.values()].flatMap((status) => checkRow(spec, status)),
    ...needlessMentions(spec, citations).map((at) => needlessComplaint(spec, ...at)),
    ...checkPending(spec, known),
    ...checkRequirements(spec),
    ...checkMembers(spec),
    ...checkDeclared(spec),
    ...checkRulings(spec),
  ];
}

function checkRow(
  spec: LocatedSpec,
  { row, citedBy, excluded, pending, unmentioned }: RowStatus,
): readonly Complaint[] {
  const [requirement] = citedBy;
  if (pending || excluded !== undefined) return [];
  if (requirement === undefined) {
    const expected = 'a requirement that cites it, an exclusion with its reason, or a pending glob';
    const advice = 'write one of the three';
    return [complaintAt(spec.places.of(row), `row ${row.id} that nothing covers`, expected, advice)];
  }
  if (unmentioned.length === 0) return [];
  const found = `row ${row.id} cited without ${unmentioned.map((fact) => `\`${fact}\``).join(', ')}`;
  const expected = 'every version, number and code identifier of a row in some requirement that cites it';
  const advice = 'test the missing facts, or list them in `mentions` if a case covers them';
  return [complaintAt(spec.places.of(requirement.rows, requirement.rows.indexOf(row.id)), found, expected, advice)];
}

function needlessComplaint({ places }: LocatedSpec, mentions: readonly string[], index: number): Complaint {
  const found = `\`${mentions[index]}\` in \`mentions\`, which the sentences and cases that cite its row show already`;
  return complaintAt(places.of(mentions, index), found, 'only facts that nothing else mentions', 'remove it');
}

/**
 * A glob over several rows is stale once each of them is excluded or completely cited. A full id may stay on a cited row,
 * because part of that row may still be pending.
 */
function checkPending(spec: LocatedSpec, known: ReadonlyMap<string, RowStatus>): readonly Complaint[] {
  return spec.pending.flatMap((glob, index) => {
    const matches = picomatch(glob);
    const matched = [...known.values()].filter(({ row }) => matches(row.id));
    if (matched.some((status) => waits(status, glob))) return [];
    const found = `\`${glob}\`, which ${matched.length === 0 ? 'matches no row' : 'matches no pending row'}`;
    const suggestion = matched.length === 0 ? `; the nearest id is ${nearestWord(glob, spec.rows.keys())}` : '';
    return [complaintAt(spec.places.of(spec.pending, index), found, 'globs of pending rows', `remove it${suggestion}`)];
  });
}

const waits = ({ row, citedBy, excluded, unmentioned }: RowStatus, glob: string): boolean =>
  excluded === undefined && (citedBy.length === 0 || unmentioned.length > 0 || glob === row.id);

function checkRulings(spec: LocatedSpec): readonly Complaint[] {
  const requirements = [...spec.files.values()].flatMap((file) => file.requirements);
  const cited = new Set(requirements.flatMap(({ rulings = [] }) => rulings));
  return [...spec.rulings.values()].flatMap((ruling) => {
    if (cited.has(ruling.id)) return rowComplaints(spec, ruling);
    const found = `ruling ${ruling.id}, which no requirement cites`;
    const advice = 'add it to `rulings` of the requirements that it decides, or remove it';
    const complaint = complaintAt(spec.places.of(ruling, 'id'), found, 'rulings that requirements cite', advice);
    return [complaint, ...rowComplaints(spec, ruling)];
  });
}
