/** The content of a page's list: headings, and groups of the items that its filter counts. */
import type { Markup } from './markup.js';

/** A part of the page that is rendered on demand. */
export type MarkupOnDemand = () => Markup;

export type ListEntry = Heading | Group;

interface Heading {
  readonly kind: 'heading';
  /** A heading also ends all headings of a higher depth. */
  readonly depth: number;
  readonly markup: MarkupOnDemand;
}

export interface Group {
  readonly kind: 'group';
  /** Empty if no link leads to it. */
  readonly id: string;
  /** The rows of the documents that it cites. */
  readonly rows: readonly string[];
  /** The searchable texts of the group and all its items. */
  readonly texts: readonly string[];
  readonly items: readonly Item[];
  /** Whether it is printed with its items, not only with its summary. */
  readonly onPaper: boolean;
  readonly summary: MarkupOnDemand;
  /** The content before the items. */
  readonly above?: MarkupOnDemand;
}

export interface Item {
  readonly kind: 'item';
  readonly id: string;
  /** The value by which the buttons filter items. */
  readonly value: string;
  /** Present if it differs from that of its group. */
  readonly rows?: readonly string[];
  readonly texts: () => readonly string[];
  /** Whether it is open as soon as its group is, as violations are. */
  readonly open: boolean;
  readonly summary: MarkupOnDemand;
  readonly content: MarkupOnDemand;
}
