/** Reads files of deviations and quirks strictly. */
import { Ajv, type AnySchema } from 'ajv';
import { complaintAt, complaintText } from '../../spec/reading/complaints.js';
import { fileFault } from '../../spec/reading/file-fault.js';
import type { KnownIds } from '../../spec/reading/former.js';
import { validator } from '../../spec/reading/schemas.js';
import { type ParseResult, type Path, readUsersYaml } from '../../spec/reading/sources.js';
import { UserError } from '../../spec/reading/user-error.js';
import { whyUnknown } from './id-glob.js';

/** A file that cannot be used: its name, the place in it, the expectation, and what to do. */
export class FileRefused extends UserError {}

export interface StrictFile<T> {
  readonly content: T;
  /** Throws `FileRefused` about the value at the path. */
  readonly refuse: (path: Path, found: string, expected: string, advice: string) => never;
}

/**
 * A reader of files of some kind by their schema. It stops at the first complaint, since a file may have a million faults.
 * @param what the kind of file, for complaints
 */
export function strictReader<T>(what: string, schema: AnySchema): (file: string) => StrictFile<T> {
  const validate = validator(new Ajv({ verbose: true, allowUnionTypes: true }).compile<T>(schema));
  return (file) => {
    const parsed = parsedFile(file, what);
    const validated = parsed.ok ? validate(parsed.source) : parsed;
    if (!parsed.ok || !validated.ok)
      throw new FileRefused((validated.ok ? [] : validated.complaints).slice(0, 1).map(complaintText).join(''));
    const { at } = parsed.source;
    return {
      content: validated.value,
      refuse: (path, ...why) => {
        throw new FileRefused(complaintText(complaintAt(at(path), ...why)));
      },
    };
  };
}

/** A YAML file of a user; `what` is its kind. Throws `FileRefused` if it cannot be read. */
export function parsedFile(file: string, what: string): ParseResult {
  try {
    return readUsersYaml(file);
  } catch (error) {
    const fault = fileFault(error);
    if (fault === undefined) throw error;
    throw new FileRefused(`the ${what} file ${file} cannot be read: ${fault}`);
  }
}

/** Throws `FileRefused` about the first unknown id or glob of the list at the path, with a suggestion. */
export function refuseUnknownIds(
  { refuse }: Pick<StrictFile<unknown>, 'refuse'>,
  path: Path,
  ids: readonly string[],
  known: KnownIds,
): void {
  for (const [i, id] of ids.entries()) {
    const why = whyUnknown(id, known);
    if (why !== undefined) refuse([...path, i], id, 'the id of a requirement or a case', why);
  }
}
