/** Published vectors, which no target and no reference has a part in: what each algorithm must make of them, and what it must refuse. */
import { createHash } from 'node:crypto';
import { type Expectation, satisfies } from '../../../language/expectation.js';
import { probing } from '../../../language/law.js';
import type { Law, Probe } from '../../../language/trial.js';
import { ASKED, type Asking, type Forms, type Step, TRAITS, type Wanted } from './vector-calls.js';
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

/** Makes the calls, and tells of each what came of it: bytes behind `=`, the name of an error behind `!`. */
const performed: Probe<{ steps: readonly Step[] }> = async ({ steps }, t) => {
  const made: unknown[] = [];
  const told: string[] = [];
  const tell = (value: unknown): string => {
    if (value instanceof ArrayBuffer) return `=${Buffer.from(value).toString('base64url')}`;
    return typeof value === 'boolean' ? `${value}` : 'made';
  };
  // Told what was made, since a host takes variables for unset in a function that is declared before them.
  function resolved(value: unknown, made: readonly unknown[]): unknown {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    const of: { readonly [key: string]: unknown } = Object(value);
    if (of.bytes !== undefined) return Buffer.from(`${of.bytes}`, 'base64url');
    if (of.made !== undefined) {
      const found = made[Number(of.made)];
      if (found === undefined) throw new Error('what it needs was not made');
      return found;
    }
    const copy: { [key: string]: unknown } = {};
    Object.keys(of).forEach((key) => {
      copy[key] = resolved(of[key], made);
    });
    return copy;
  }
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i];
    if (step === undefined) continue;
    try {
      const value = await t.invoke(
        globalThis.crypto.subtle,
        step[0],
        step.slice(1).map((one) => resolved(one, made)),
      );
      made.push(value);
      told.push(tell(value));
    } catch (e) {
      made.push(undefined);
      told.push(e instanceof Error ? `!${e.name}` : '!');
    }
  }
  return told;
};

export const published: Law<Section> = (data) => ({
  ...probing('example', {}, data),
  probe: performed,
  trials: () => {
    const asked = askedOf(data);
    return { one: { input: { steps: asked.steps }, shown: shownOf(data, asked), expect: () => asPublished(asked) } };
  },
});

/** The calls of all vectors. */
interface Asked {
  readonly steps: readonly Step[];
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

function askedOf(section: Section): Asked {
  const { of, keys, told, refusable = false } = section;
  const { plain, jwk = plain }: Forms = ASKED[of];
  const ask = keys === 'jwk' ? jwk : plain;
  const steps: Step[] = [];
  const wanted: Asked['wanted'][number][] = [];
  const made = new Map<string, number>();
  for (const vector of vectorsIn(section)) {
    const asking: Asking = {
      // A key that many use is made once.
      make: (...step) => {
        const key = JSON.stringify(step);
        const known = made.get(key) ?? steps.push(step) - 1;
        made.set(key, known);
        return { made: known };
      },
      want: (what, ...step) => {
        const refused = told === undefined && (refusable || what.refused === true);
        wanted.push({ vector, step: steps.push(step) - 1, what: { ...what, refused } });
      },
    };
    ask(vector, asking);
  }
  if (wanted.length === 0) throw new Error(`no vector of ${JSON.stringify(section)}`);
  return { steps, wanted };
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
      const outcome = String(value[step]);
      return fits(outcome, what) ? [] : [`${name} (${flags.join(', ')}): ${shortened(outcome)}`];
    });
    return wrong.length === 0 || `${wrong.length} of ${wanted.length} calls end otherwise: ${wrong.join('; ')}`;
  });

const shortened = (outcome: string): string => (outcome.length > 40 ? `${outcome.slice(0, 40)}…` : outcome);

function fits(outcome: string, { gives, refused = false }: Wanted): boolean {
  if (outcome.startsWith('!')) return refused;
  if (gives === undefined) return false;
  if (typeof gives === 'boolean') return outcome === `${gives}`;
  if (typeof gives === 'string') return outcome === `=${gives}`;
  const bytes = Buffer.from(outcome.slice(1), 'base64url');
  if ('begin' in gives)
    return bytes.subarray(0, Buffer.from(gives.begin, 'base64url').length).toString('base64url') === gives.begin;
  return createHash('sha256').update(bytes).digest('base64url') === gives.sha256;
}
