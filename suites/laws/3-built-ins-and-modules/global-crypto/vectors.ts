/** Published vectors, independent of targets and the reference: required results of each algorithm, and refused inputs. */
import { createHash, createHmac } from 'node:crypto';
import { type Expectation, satisfies } from '../../../language/expectation.js';
import { probing } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { followOne } from '../../support/steps.js';
import { call, type SubtleCall, stepOrder } from './calls.js';
import { bytesOfHash } from './keys.js';
import { algorithmOf, defined } from './node-subtle.js';
import { type CryptoVector, type VectorStep, vectorFile } from './vector-files.js';
import { keyData } from './vector-keys.js';

const textOf = ({ fields }: CryptoVector, column: string): string => fields.get(column) ?? '';
const bytesOf = (vector: CryptoVector, column: string): Buffer =>
  Buffer.from(textOf(vector, column).replace(/^begin:/, ''), 'base64url');

/** Differences between vectors with the same flag, if hosts treat them differently. */
const TRAITS = {
  'aes-192': (vector) => bytesOf(vector, 'key').length === 24,
  'sha-1': (vector) => textOf(vector, 'hash') === 'SHA-1',
} satisfies { readonly [trait: string]: (vector: CryptoVector) => boolean };

/** Vectors that may be refused: IVs and salts of sizes, and a hash for keys, that the rows do not name. */
const OPEN: { readonly [file: string]: (vector: CryptoVector) => boolean } = {
  'aes-gcm': (vector) => bytesOf(vector, 'iv').length !== 16,
  hmac: TRAITS['sha-1'],
  hkdf: (vector) => bytesOf(vector, 'salt').length !== bytesOfHash(textOf(vector, 'hash')),
  pbkdf2: (vector) => bytesOf(vector, 'salt').length < 16,
};

/** The vectors of a file, or those whose first flag is `flag`, with or without a trait. */
export interface Section {
  readonly of: string;
  readonly flag?: string;
  readonly having?: keyof typeof TRAITS;
  readonly lacking?: keyof typeof TRAITS;
  readonly keys?: 'jwk';
  /** Only invalid vectors, or only others. None of their calls may be refused: an invalid signature returns `false`. */
  readonly unrefused?: 'invalid' | 'others';
  /** Vectors that may fail, as if they must not; if also `refusable`, they return the published result or are refused. */
  readonly acceptable?: boolean;
  readonly refusable?: boolean;
  /** One of this number of parts, if all would keep a slow host busy for long. */
  readonly part?: number;
  readonly parts?: number;
}

export const isAsPublished: Law<Section> = (data) => ({
  ...probing('example', {}, data),
  probe: followOne,
  trials: () => {
    const asked = askedOf(data);
    return { one: { input: stepOrder(asked.calls), shown: shownOf(data, asked), expect: () => asPublished(asked) } };
  },
});

/** The expected result of a call; none if it must be refused. */
interface ExpectedCall {
  readonly gives?: boolean | string;
  /** The call may also be refused. */
  readonly refused: boolean;
}

/** The calls of all vectors. */
interface VectorCalls {
  readonly calls: readonly SubtleCall[];
  readonly expected: readonly { readonly vector: CryptoVector; readonly step: number; readonly what: ExpectedCall }[];
}

const isIn = (vector: CryptoVector, { flag, having, lacking, unrefused, acceptable = false }: Section): boolean =>
  (flag === undefined || vector.flags[0] === flag) &&
  (having === undefined || TRAITS[having](vector)) &&
  (lacking === undefined || !TRAITS[lacking](vector)) &&
  (unrefused === undefined || (vector.result === 'invalid') === (unrefused === 'invalid')) &&
  (vector.result === 'acceptable') === acceptable;

/** The vectors of a case. */
export function vectorsIn(section: Section): readonly CryptoVector[] {
  const { of, part = 1, parts = 1 } = section;
  return vectorFile(of)
    .vectors.filter((vector) => isIn(vector, section))
    .filter((_, i) => i % parts === part - 1);
}

const NUMBERS = ['bits', 'iterations', 'length', 'saltLength'];

/** The value of `$name` in steps of a vector: a column, or a value derived from one. */
function columnOf(vector: CryptoVector, name: string): unknown {
  if (name === 'hash') return textOf(vector, name);
  if (NUMBERS.includes(name)) return Number(textOf(vector, name));
  if (name !== 'anyAdditionalData') return bytesOf(vector, name);
  return textOf(vector, 'additionalData') === '' ? undefined : bytesOf(vector, 'additionalData');
}

/** A step with values for its references; a member whose value is undefined is omitted. */
function filled(value: unknown, named: (name: string) => unknown): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? named(value.slice(1)) : value;
  if (Array.isArray(value)) return value.map((one) => filled(one, named));
  if (typeof value !== 'object' || value === null) return value;
  return defined(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, named)])));
}

/** Names that the arguments of a step refer to. */
const referencesOf = ({ call }: VectorStep): readonly string[] =>
  [...JSON.stringify(call).matchAll(/"\$(\w+)"/g)].map(([, name = '']) => name);

/** The steps of a vector. Steps that refer to a column that it lacks are omitted, and those that refer to them. */
export function vectorSteps(file: string, { result, flags, fields }: CryptoVector): readonly VectorStep[] {
  const names = new Set(['anyAdditionalData', ...fields.keys()]);
  return vectorFile(file).steps.filter((step) => {
    const isFor = step.of === undefined || [result, ...flags].some((one) => step.of?.includes(one));
    const isMade = isFor && referencesOf(step).every((name) => names.has(name));
    if (isMade && step.as !== undefined) names.add(step.as);
    return isMade;
  });
}

/** A signature that identifies the unwrapped key without showing it. */
const macOf = (vector: CryptoVector): string =>
  createHmac('sha256', bytesOf(vector, 'message')).update(bytesOf(vector, 'ciphertext')).digest('base64url');

/** The expected result of a step. A truncated value is refused, and so is a label, which no call receives. */
function expectedOf(
  { of, unrefused, refusable = false }: Section,
  vector: CryptoVector,
  step: VectorStep,
): ExpectedCall {
  const isCut = referencesOf(step).some((name) => textOf(vector, name).startsWith('begin:'));
  const isWrong = vector.result === 'invalid' || isCut || textOf(vector, 'label') !== '';
  const refused = unrefused === undefined && (refusable || isWrong || OPEN[of]?.(vector) === true);
  const { returns = '' } = step;
  if (returns === true) return { gives: !isWrong, refused };
  if (isWrong) return { refused };
  return { gives: returns === '$mac' ? macOf(vector) : textOf(vector, returns.slice(1)), refused };
}

/** The operation and arguments of a step, with `$name` for the result of another step. */
function operationOf({ call }: VectorStep, vector: CryptoVector, given: ReadonlyMap<string, string>, asJwk: boolean) {
  const [member, ...args] = call;
  const values = args.map((arg) => filled(arg, (name) => given.get(name) ?? columnOf(vector, name)));
  if (member !== 'importKey') return [member, ...values] as const;
  const [format, , algorithm, ...rest] = values;
  const key = textOf(vector, String(args[1]).slice(1));
  return [member, ...keyData(String(format), key, algorithmOf(algorithm), asJwk), algorithm, ...rest] as const;
}

export function askedOf(section: Section): VectorCalls {
  const calls: SubtleCall[] = [];
  const expected: VectorCalls['expected'][number][] = [];
  const known = new Map<string, number>();
  for (const vector of vectorsIn(section)) {
    const made = new Map<string, string>();
    for (const step of vectorSteps(section.of, vector)) {
      const { as, returns } = step;
      const operation = operationOf(step, vector, made, section.keys === 'jwk');
      const text = JSON.stringify(operation);
      // A key that many calls use is imported once.
      const index =
        (as === undefined ? undefined : known.get(text)) ?? calls.push(call(`of${calls.length}`, ...operation)) - 1;
      known.set(text, index);
      if (as !== undefined) made.set(as, `$of${index}`);
      if (returns !== undefined) expected.push({ vector, step: index, what: expectedOf(section, vector, step) });
    }
  }
  if (expected.length === 0) throw new Error(`no vector of ${JSON.stringify(section)}`);
  return { calls, expected };
}

/** Reports name the vectors, not their keys. */
const shownOf = ({ of }: Section, { expected }: VectorCalls): unknown => ({
  of,
  vectors: [...new Set(expected.map(({ vector }) => vector.name))],
});

const asPublished = ({ expected }: VectorCalls): Expectation =>
  satisfies(`each of ${expected.length} calls ends as published`, (value) => {
    if (!Array.isArray(value)) return 'no list of outcomes';
    const wrong = expected.flatMap(({ vector: { name, flags }, step, what }) => {
      const outcome: unknown = value[step];
      return Array.isArray(outcome) && fits(outcome, what)
        ? []
        : [`${name} (${flags.join(', ')}): ${shortened(outcome)}`];
    });
    return wrong.length === 0 || `${wrong.length} of ${expected.length} calls end differently: ${wrong.join('; ')}`;
  });

function shortened(outcome: unknown): string {
  const [how, value = '']: readonly unknown[] = Array.isArray(outcome) ? outcome : [];
  const text = value instanceof ArrayBuffer ? Buffer.from(value).toString('base64url') : `${value}`;
  return `${how} ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`.trim();
}

function fits([how, value]: readonly unknown[], { gives, refused }: ExpectedCall): boolean {
  if (how !== 'returned') return refused && (how === 'threw' || how === 'rejected');
  if (typeof gives !== 'string') return gives !== undefined && value === gives;
  if (!(value instanceof ArrayBuffer)) return false;
  const [text = '', form] = gives.split(':').reverse();
  const [published, bytes] = [Buffer.from(text, 'base64url'), Buffer.from(value)];
  if (form === 'sha256') return createHash('sha256').update(bytes).digest().equals(published);
  return (form === 'begin' ? bytes.subarray(0, published.length) : bytes).equals(published);
}
