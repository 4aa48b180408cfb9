/** What is in the list of a page: headings, and groups of what its filter counts. */
import type { Markup } from './markup.js';

/** A part of the page, made when it is asked for. */
export type MarkupOnDemand = () => Markup;

export type ListEntry = Heading | Group;

export interface Heading {
  readonly kind: 'heading';
  /** A heading of a lower depth ends all of a higher one. */
  readonly depth: number;
  readonly markup: MarkupOnDemand;
}

export interface Group {
  readonly kind: 'group';
  /** Empty where nothing leads to it. */
  readonly id: string;
  /** Rows of the documents that it is about. */
  readonly rows: readonly string[];
  /** What it is found by, with all of its items. */
  readonly texts: readonly string[];
  readonly items: readonly Item[];
  /** Whether paper gets its items, too, and not its summary alone. */
  readonly onPaper: boolean;
  readonly summary: MarkupOnDemand;
  /** What is before the items. */
  readonly above?: MarkupOnDemand;
}

export interface Item {
  readonly kind: 'item';
  readonly id: string;
  /** What the buttons tell items apart by. */
  readonly value: string;
  /** Where they are others than those of its group. */
  readonly rows?: readonly string[];
  readonly texts: () => readonly string[];
  /** Whether it shows what it has as soon as its group is open: what is wrong is not to be searched for. */
  readonly open: boolean;
  readonly summary: MarkupOnDemand;
  readonly content: MarkupOnDemand;
}
