import type { DocumentId, Row } from '../../spec/types/row.js';

/** A row before it is named: `head` is its preferred name in the section, `parameters` distinguishes operations with one name. */
export interface Draft {
  readonly head: string;
  readonly parameters: string;
  readonly facts: Omit<Row, 'id'>;
  /** 1-based line of the document. */
  readonly line: number;
}

/** Separates the parts of keys; slugs have no slash. */
const idOf = (document: DocumentId, { facts }: Draft, head: string): string =>
  `${document}/${facts.section.at(-1) ?? ''}/${head}`;

/**
 * Names rows `<document>/<section slug>/<head slug>`. Rows with the same head in their section get their parameters added. Names that are
 * still equal are numbered `-2`, `-3` in the order of the document.
 */
export function nameRows(document: DocumentId, drafts: readonly Draft[]): Row[] {
  const wished = drafts.map((draft) => idOf(document, draft, draft.head));
  const taken = new Set<string>();
  return drafts.map((draft, index) => {
    const alone = wished.indexOf(wished[index] ?? '') === wished.lastIndexOf(wished[index] ?? '');
    const full = alone || draft.parameters === '' ? draft.head : `${draft.head}-${draft.parameters}`;
    const id = firstFree(idOf(document, draft, full), taken);
    taken.add(id);
    return { id, ...draft.facts };
  });
}

function firstFree(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  let count = 2;
  while (taken.has(`${id}-${count}`)) count += 1;
  return `${id}-${count}`;
}
