/** Published vectors, which no target and no reference has a part in: what each algorithm must make of them, and what it must refuse. */
import { createHash } from 'node:crypto';
import { type Expectation, satisfies } from '../../../language/expectation.js';
import { probing } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { followOne } from '../../support/steps.js';
import { type Call, call, orderOf } from './calls.js';
import { ASKED, type Asking, type Forms, type Operation, TRAITS, type Wanted } from './vector-calls.js';
import { type Vector, vectorsOf } from './vector-files.js';

/** The vectors of a file, or those of them whose first flag is `flag`, that have a trait, or have not. */
export interface Section {
  readonly of: keyof typeof ASKED;
  readonly flag?: string;
  readonly having?: keyof typeof TRAITS;
  readonly lacking?: keyof typeof TRAITS;
  readonly keys?: 'jwk';
  /** Nothing is refused: what is no signature is told to be none (`false`), and of what is valid all is taken. */
  readonly told?: 'false' | 'taken';
  /** Those that may fail, as if they must not; where they are `refusable` too, they must give what is published or nothing. */
  readonly acceptable?: boolean;
  readonly refusable?: boolean;
  /** One of so many parts of those, where all would keep a slow host busy for long. */
  readonly part?: number;
  readonly parts?: number;
}

export const published: Law<Section> = (data) => ({
  ...probing('example', {}, data),
  probe: followOne,
  trials: () => {
    const asked = askedOf(data);
    return { one: { input: orderOf(asked.calls), shown: shownOf(data, asked), expect: () => asPublished(asked) } };
  },
});

/** The calls of all vectors. */
interface Asked {
  readonly calls: readonly Call[];
  readonly wanted: readonly { readonly vector: Vector; readonly step: number; readonly what: Wanted }[];
}

const isIn = (vector: Vector, { flag, having, lacking, told, acceptable = false }: Section): boolean =>
  (flag === undefined || vector.flags[0] === flag) &&
  (having === undefined || TRAITS[having](vector)) &&
  (lacking === undefined || !TRAITS[lacking](vector)) &&
  (told === undefined || (vector.result === 'invalid') === (told === 'false')) &&
  (vector.result === 'acceptable') === acceptable;

/** The vectors of a case. */
export function vectorsIn(section: Section): readonly Vector[] {
  const { of, part = 1, parts = 1 } = section;
  return vectorsOf(of)
    .filter((vector) => isIn(vector, section))
    .filter((_, i) => i % parts === part - 1);
}

export function askedOf(section: Section): Asked {
  const { of, keys, told, refusable = false } = section;
  const { plain, jwk = plain }: Forms = ASKED[of];
  const ask = keys === 'jwk' ? jwk : plain;
  const calls: Call[] = [];
  const add = ([operation, ...args]: Operation): number =>
    calls.push(call(`of${calls.length}`, operation, ...args)) - 1;
  const wanted: Asked['wanted'][number][] = [];
  const made = new Map<string, number>();
  for (const vector of vectorsIn(section)) {
    const asking: Asking = {
      // A key that many use is made once.
      make: (...operation) => {
        const key = JSON.stringify(operation);
        const known = made.get(key) ?? add(operation);
        made.set(key, known);
        return `$of${known}`;
      },
      want: (what, ...operation) => {
        const refused = told === undefined && (refusable || what.refused === true);
        wanted.push({ vector, step: add(operation), what: { ...what, refused } });
      },
    };
    ask(vector, asking);
  }
  if (wanted.length === 0) throw new Error(`no vector of ${JSON.stringify(section)}`);
  return { calls, wanted };
}

/** Reports name the vectors, not their keys. */
const shownOf = ({ of }: Section, { wanted }: Asked): unknown => ({
  of,
  vectors: [...new Set(wanted.map(({ vector }) => vector.name))],
});

const asPublished = ({ wanted }: Asked): Expectation =>
  satisfies(`each of ${wanted.length} calls ends as published`, (value) => {
    if (!Array.isArray(value)) return 'no list of outcomes';
    const wrong = wanted.flatMap(({ vector: { name, flags }, step, what }) => {
      const outcome: unknown = value[step];
      return Array.isArray(outcome) && fits(outcome, what)
        ? []
        : [`${name} (${flags.join(', ')}): ${shortened(outcome)}`];
    });
    return wrong.length === 0 || `${wrong.length} of ${wanted.length} calls end otherwise: ${wrong.join('; ')}`;
  });

function shortened(outcome: unknown): string {
  const [how, value = '']: readonly unknown[] = Array.isArray(outcome) ? outcome : [];
  const text = value instanceof ArrayBuffer ? Buffer.from(value).toString('base64url') : `${value}`;
  return `${how} ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`.trim();
}

function fits([how, value]: readonly unknown[], { gives, refused = false }: Wanted): boolean {
  if (how !== 'returned') return refused;
  if (typeof gives === 'boolean') return value === gives;
  if (gives === undefined || !(value instanceof ArrayBuffer)) return false;
  const bytes = Buffer.from(value);
  if (typeof gives === 'string') return bytes.toString('base64url') === gives;
  if ('sha256' in gives) return createHash('sha256').update(bytes).digest('base64url') === gives.sha256;
  const begin = Buffer.from(gives.begin, 'base64url');
  return bytes.subarray(0, begin.length).equals(begin);
}
