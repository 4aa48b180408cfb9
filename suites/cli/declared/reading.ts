/** Commands that show what the specification and reports contain. */
import type { Command } from './command.js';
import { SELECTING } from './selecting.js';

export const LIST = {
  summary: 'lists requirements with the ids of their cases',
  examples: [
    ['list --only shared-dict.incr', 'the requirements on incr and their cases'],
    ['list --document 1 --depth quick', 'what a smoke test of an API runs'],
  ],
  options: { ...SELECTING, depth: { ...SELECTING.depth, otherwise: 'full' } },
} as const satisfies Command;

export const EXPLAIN = {
  summary: 'shows a requirement or case with its rows, or a row',
  operands: { shown: 'ID', most: 1 },
  examples: [
    ['explain base64.exist', 'a requirement'],
    ['explain base64.atob.decodes/foo', 'a case'],
    ['explain 2/shared-dict-operations/incr', 'a row of a document'],
  ],
  options: { cases: SELECTING.cases },
} as const satisfies Command;

export const COVERAGE = {
  summary: 'counts the rows that have requirements, by section',
  examples: [
    ['coverage --document 2', 'the sections of document 2'],
    ['coverage --from new.json --report html=coverage.html', 'every row with the verdicts of a run, as a page'],
  ],
  options: {
    json: { type: 'boolean', default: false, help: 'prints it as JSON' },
    rows: { type: 'boolean', default: false, help: 'also lists the rows that are not covered' },
    document: {
      type: 'string',
      value: 'N',
      values: ['1', '2', '3'],
      help: 'only rows of this document',
      otherwise: 'all',
    },
    from: {
      type: 'string',
      value: 'REPORT.json',
      help: 'counts the requirements that the run of this report tested',
      otherwise: 'those that a complete run tests',
    },
    report: {
      type: 'string',
      multiple: true,
      value: 'html[=FILE]',
      help: 'writes a page with every row, its requirements and their verdicts in --from',
      otherwise: 'only tables for people',
    },
  },
} as const satisfies Command;

export const MATRIX = {
  summary: 'writes a page with several reports side by side',
  operands: { shown: 'REPORT.json…' },
  examples: [
    ['matrix old.json new.json --report html=matrix.html', 'a row for each requirement, a column for each report'],
  ],
  options: {
    report: {
      type: 'string',
      multiple: true,
      value: 'html[=FILE]',
      help: 'writes the page to the file, or to standard output without one',
      otherwise: 'required',
    },
  },
} as const satisfies Command;
