/** `--cases FILE`: a user's own cases, written like the requirements of the suite and read when a command runs. */
import { compiledSpec } from '../../spec/compiled/compiled.js';
import { caseId, casesOf, type NamedCase, narrowed } from '../../spec/reading/case-names.js';
import { caseComplaints, rowComplaints } from '../../spec/reading/check-requirements.js';
import { stepComplaints } from '../../spec/reading/check-steps.js';
import { type Complaint, complaintAt, type Place, SpecError } from '../../spec/reading/complaints.js';
import { OWN } from '../../spec/reading/former.js';
import { Places } from '../../spec/reading/places.js';
import { validators } from '../../spec/reading/schemas.js';
import type { Requirement, RequirementFile } from '../../spec/types/requirement.js';
import { locationPath } from '../executor/merging.js';
import { parsedFile } from '../executor/strict-yaml.js';
import type { GeneratedCase, GeneratedObject, GeneratedRequirement } from '../language/case.js';
import { hasExpectations, type StepExpectations, type StepsRow } from '../language/steps.js';
import type { Law } from '../language/trial.js';
import { does, gives, givesLater, records } from '../laws/support/steps.js';
import { shellWord } from '../targets/support/shell-word.js';

type OwnData = StepsRow & StepExpectations & { readonly timed?: boolean };

/** The laws of own cases: those of steps, whose data the schemas describe. */
const LAWS: { readonly [name: string]: Law<OwnData> } = {
  'support/steps/gives': gives,
  'support/steps/givesLater': givesLater,
  'support/steps/does': does,
  'support/steps/records': records,
};

/** Of these, what makes their expectations from the data alone. */
const NEEDS_EXPECTATIONS: readonly unknown[] = [gives, givesLater];

const ID = new RegExp(`^${OWN}(\\.[A-Za-z0-9_-]+)+$`);
const CASE_ID = /^[A-Za-z0-9._/-]+$/;

/** The most complaints about a file that are shown. */
const MOST = 20;

/** What a file has, and the places of its values. */
interface OwnFile {
  readonly content: RequirementFile;
  readonly places: Places;
}

/**
 * The cases of a file.
 * @throws SpecError with complaints about the file
 */
export function ownCases(path: string): GeneratedObject {
  const file = read(path);
  const { title, requirements: authored } = file.content;
  refuse([...fileComplaints(file), ...authored.flatMap((one) => requirementComplaints(file, one))]);
  const complaints: Complaint[] = [];
  const requirements = authored.map((one) => requirementOf(one, file, complaints));
  refuse(complaints);
  const options = ['--cases', shellWord(path)];
  const document = authored.some(({ rows }) => rows.some((row) => row.startsWith('2/'))) ? 2 : 3;
  return { object: OWN, title: `Own cases: ${title}`, document, subject: 'runtime', requirements, options };
}

function refuse(complaints: readonly Complaint[]): void {
  if (complaints.length > 0) throw new SpecError(complaints.slice(0, MOST));
}

/** The file, as the published schemas have it. */
function read(path: string): OwnFile {
  const parsed = parsedFile(path, 'cases');
  const { requirements, step } = validators();
  const valid = parsed.ok ? requirements(parsed.source) : parsed;
  refuse([...(valid.ok ? [] : valid.complaints), ...(parsed.ok ? stepComplaints(parsed.source, step) : [])]);
  if (!parsed.ok || !valid.ok) throw new Error(`${path} was refused without a complaint`);
  const places = new Places();
  places.record(parsed.source);
  return { content: valid.value, places };
}

/** Only scripts run steps. */
function fileComplaints({ content, places }: OwnFile): Complaint[] {
  const { subject = 'runtime' } = content;
  if (subject === 'runtime') return [];
  return [complaintAt(places.of(content, 'subject'), `subject ${subject}`, 'the subject runtime', 'remove the key')];
}

function requirementComplaints({ content, places }: OwnFile, requirement: Requirement): Complaint[] {
  const { id, rows, members } = requirement;
  const before = content.requirements.slice(0, content.requirements.indexOf(requirement));
  const complain = (key: keyof Requirement, ...what: readonly [found: string, expected: string, advice: string]) => [
    complaintAt(places.of(requirement, key), ...what),
  ];
  return [
    ...(ID.test(id) ? [] : complain('id', `the id ${id}`, `an id such as ${OWN}.urls.decode`, `begin it with ${OWN}.`)),
    ...(before.some((one) => one.id === id) ? complain('id', `a second ${id}`, 'a unique id', 'rename it') : []),
    ...(members === undefined ? [] : complain('members', 'members', 'cases with steps', 'remove the key')),
    ...(rows.length === 0 ? [] : rowComplaints({ places, rows: compiledSpec().statuses }, requirement)),
    ...caseComplaints({ places }, content, requirement),
  ];
}

function requirementOf(requirement: Requirement, file: OwnFile, complaints: Complaint[]): GeneratedRequirement {
  const { id, says, strength = 'must', rows } = requirement;
  const named = (requirement.cases ?? []).flatMap((application) => casesOf(application, file.content));
  const cases = named.flatMap((one): GeneratedCase[] => {
    const made = caseOf(one, caseId(id, one.name));
    if ('found' in made) complaints.push(complaintAt(placeOf(one, file), made.found, made.expected, 'correct it'));
    return 'found' in made ? [] : [{ ...narrowed(file.content, requirement, one.scope), ...made }];
  });
  return { id, says, strength, rows, cases };
}

const placeOf = ({ application, index }: NamedCase, { places }: OwnFile): Place =>
  application.each === undefined ? places.of(application) : places.of(application.each, index);

/** The case, or what is wrong with it. Its law is applied to learn whether it takes the data. */
function caseOf(
  { application: { law: name = 'none' }, data }: NamedCase,
  id: string,
): GeneratedCase | Pick<Complaint, 'found' | 'expected'> {
  const law = Object.hasOwn(LAWS, name) ? LAWS[name] : undefined;
  if (law === undefined) return { found: `the law ${name}`, expected: `one of ${Object.keys(LAWS).join(', ')}` };
  if (!CASE_ID.test(id)) return { found: `the case id ${id}`, expected: 'letters, digits and ._/-' };
  if (!isOwnData(data))
    return { found: 'data without steps', expected: '`steps` and `thens` as lists, `make` as a map' };
  if (NEEDS_EXPECTATIONS.includes(law) && !hasExpectations(data))
    return { found: 'no expectation', expected: '`returns` or `throws` in a step' };
  try {
    const trials = law(data).trials(locationPath(id));
    if ('one' in trials) trials.one.expect();
  } catch (error) {
    return { found: error instanceof Error ? error.message : String(error), expected: 'steps that can be followed' };
  }
  return { id, depth: 'quick', body: () => law(data) };
}

const isMap = (value: unknown): boolean => typeof value === 'object' && value !== null;

const isOwnData = (data: { readonly [key: string]: unknown }): data is OwnData =>
  Array.isArray(data.steps) &&
  data.steps.every(isMap) &&
  (data.thens === undefined || Array.isArray(data.thens)) &&
  (data.make === undefined || isMap(data.make)) &&
  (data.timed === undefined || typeof data.timed === 'boolean');
