/** What is shown, as the address says it: `#text=words&status=wrong,down&in=2/some-section&differ=1&columns=a,b&sort=name&cause=…`. */
export interface MatrixState {
  readonly text: string;
  readonly statuses: ReadonlySet<string>;
  /** A document, a section or a row. */
  readonly place: string;
  readonly differ: boolean;
  /** Ids of the columns to show; all where there is none. */
  readonly columns: ReadonlySet<string>;
  /** Empty for the order of the documents, `name`, or the id of a column. */
  readonly sort: string;
  /** Key of a cause. */
  readonly cause: string;
}

export const UNFILTERED_MATRIX: MatrixState = {
  text: '',
  statuses: new Set(),
  place: '',
  differ: false,
  columns: new Set(),
  sort: '',
  cause: '',
};

const NAMES = /^(text|status|in|differ|columns|sort|cause)=/;

/** The state that an address names; nothing where it is the id of something. */
export function readMatrixState(hash: string): MatrixState | undefined {
  if (!NAMES.test(hash)) return undefined;
  const fields = new URLSearchParams(hash);
  const list = (name: string): ReadonlySet<string> =>
    new Set((fields.get(name) ?? '').split(',').filter((one) => one !== ''));
  return {
    text: fields.get('text') ?? '',
    statuses: list('status'),
    place: fields.get('in') ?? '',
    differ: fields.get('differ') === '1',
    columns: list('columns'),
    sort: fields.get('sort') ?? '',
    cause: fields.get('cause') ?? '',
  };
}

export function writeMatrixState({ text, statuses, place, differ, columns, sort, cause }: MatrixState): string {
  const fields: readonly (readonly [string, string])[] = [
    ['text', text],
    ['status', [...statuses].join(',')],
    ['in', place],
    ['differ', differ ? '1' : ''],
    ['columns', [...columns].join(',')],
    ['sort', sort],
    ['cause', cause],
  ];
  const told = fields.filter(([, value]) => value !== '');
  // An empty state is told, too: an empty fragment would leave the last one in the address.
  return (told.length === 0 ? fields.slice(0, 1) : told)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%2C', ',')}`)
    .join('&');
}

/** Whether rows are left out, so that what is left is to be seen at once. */
export const isMatrixFiltered = ({ text, statuses, place, differ, cause }: MatrixState): boolean =>
  text.trim() !== '' || statuses.size > 0 || place !== '' || differ || cause !== '';
