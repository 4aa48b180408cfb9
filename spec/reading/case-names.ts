/** Names of the cases of a requirement, and the data of each. */
import type { Application, CaseRow, Plain, RequirementFile, Scope } from '../types/requirement.js';

/** One case of an application: the parts of its name, or none if it is the requirement's only case. */
export interface NamedCase {
  readonly application: Application;
  /** The name of its table, if the application has any. */
  readonly table?: string;
  /** Of its row in `each` or the table. */
  readonly index: number;
  /** Of the application and the row. */
  readonly scope: Scope;
  readonly data: { readonly [key: string]: Plain };
  readonly name: readonly string[];
}

/** The cases of one application, in order: each row of its data, combined with the values of its axes. */
export function casesOf(application: Application, file: Pick<RequirementFile, 'tables'>): NamedCase[] {
  const { with: common = {}, name: own = [], over = {} } = application;
  const points = crossed(Object.entries(over));
  return rowsOf(application, file).flatMap(({ row, scope, ...place }) =>
    points.map((point) => ({
      application,
      ...place,
      scope: narrowed(application, scope),
      data: { ...common, ...row, ...Object.fromEntries(point) },
      name: [row?.name ?? [], own, point.map(([, value]) => nameOf(value))].flat().map(String),
    })),
  );
}

type PlacedRow = Pick<NamedCase, 'table' | 'index' | 'scope'> & { readonly row?: CaseRow };

/** The rows of an application, or one case without data. */
function rowsOf({ each, table }: Application, { tables = {} }: Pick<RequirementFile, 'tables'>): readonly PlacedRow[] {
  if (table !== undefined)
    return [table].flat().flatMap((name) => placed(tables[name] ?? []).map((row) => ({ ...row, table: name })));
  return each === undefined ? [{ index: 0, scope: {} }] : placed(each);
}

const placed = (rows: readonly CaseRow[]): PlacedRow[] =>
  rows.map(({ since, ...row }, index) => ({ row, index, scope: since === undefined ? {} : { since } }));

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
