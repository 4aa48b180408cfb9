/** Sentences of requirements: reports show each alone, so each must be understood alone. */
import type { Requirement } from '../types/requirement.js';
import { type Complaint, complaintAt } from './complaints.js';
import type { Places } from './places.js';

/** Words that refer to an earlier sentence, or precede the subject. */
const REFERRING =
  /^(So|And|Nor|But|It|They|He|This|That|These|Those|Then|Also|Else|Such|Likewise|Neither|Moreover|There|What|Which|Who|Whether|How|Whatever|Whichever|However|Wherever|Of)\b/;

/** Words that the present tense does not need. */
const AVOIDED = /\b(will|shall|whichever|whereby)\b/i;

const MOST_WORDS = 30;

/** The fault of a sentence and the expected form; `undefined` if there is no fault. */
export function sentenceFault(says: string): readonly [found: string, expected: string] | undefined {
  const first = REFERRING.exec(says)?.[0];
  if (first !== undefined)
    return [`a sentence that begins with ${first}`, 'its subject first: a name of the documents or a noun'];
  if (!says.endsWith('.') || /[.!?]\s+[A-Z]/.test(says))
    return ['not one sentence', 'one sentence that ends with a period'];
  const words = says.split(/\s+/).length;
  if (words > MOST_WORDS) return [`${words} words`, `at most ${MOST_WORDS}`];
  const word = AVOIDED.exec(says)?.[0];
  return word === undefined ? undefined : [`the word "${word}"`, 'plain technical English in the present tense'];
}

/** A complaint about the sentence of a requirement, at its place. */
export function sentenceComplaints(places: Places, requirement: Requirement): readonly Complaint[] {
  const fault = sentenceFault(requirement.says);
  if (fault === undefined) return [];
  const [found, expected] = fault;
  const place = places.of(requirement, 'says');
  return [complaintAt(place, `${found}: ${requirement.says}`, expected, 'write what a stranger understands alone')];
}
