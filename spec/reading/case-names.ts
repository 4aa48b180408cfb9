/** Names of the cases of a requirement, and the data of each. */
import type { Application, Plain, RequirementFile, Scope } from '../types/requirement.js';

/** One case of an application: the parts of its name, or none if it is the requirement's only case. */
export interface NamedCase {
  readonly application: Application;
  /** Index of its row in the application's data. */
  readonly row: number;
  readonly data: { readonly [key: string]: Plain };
  readonly name: readonly string[];
}

type Data = { readonly [key: string]: Plain };

/** The cases of one application, in order: each row of its data, combined with the values of its axes. */
export function casesOf(application: Application, file: RequirementFile): NamedCase[] {
  const { each, table, with: common = {}, name: own, over = {} } = application;
  const rows: readonly (Data | undefined)[] =
    each ?? (table === undefined ? [undefined] : (file.tables?.[table] ?? []));
  const points = crossed(Object.entries(over));
  return rows.flatMap((row, index) =>
    points.map((point) => ({
      application,
      row: index,
      data: { ...common, ...row, ...Object.fromEntries(point) },
      name: [row?.name ?? [], own ?? [], point.map(([, value]) => nameOf(value))].flat().map(String),
    })),
  );
}

/** Every choice of one value for each axis. */
function crossed(axes: readonly (readonly [string, readonly Plain[]])[]): [string, Plain][][] {
  const [first, ...others] = axes;
  if (first === undefined) return [[]];
  const [axis, values] = first;
  const rest = crossed(others);
  return values.flatMap((value) => rest.map((point): [string, Plain][] => [[axis, value], ...point]));
}

const nameOf = (value: Plain): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The id of a case, from its requirement and its name. */
export const caseId = (requirement: string, name: readonly string[]): string => [requirement, ...name].join('/');

/** The scope of a part inside others; the inner one, which comes last, takes precedence. */
export const narrowed = (...scopes: readonly Scope[]): Scope => Object.assign({}, ...scopes.map(scopeOf));

function scopeOf({ since, until, engines }: Scope): Scope {
  return {
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(engines === undefined ? {} : { engines }),
  };
}
