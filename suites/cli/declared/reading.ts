/** Commands that show what the specification and reports contain. */
import type { Command } from './command.js';
import { SELECTING } from './selecting.js';

export const LIST = {
  summary: 'lists requirements with the ids of their cases',
  options: { ...SELECTING, depth: { ...SELECTING.depth, otherwise: 'full' } },
} as const satisfies Command;

export const EXPLAIN = {
  summary: 'shows a requirement or a case with its rows, or a row with its requirements',
  operands: { shown: 'ID' },
  options: {},
} as const satisfies Command;

export const COVERAGE = {
  summary: 'counts the rows of the documents that have requirements, by section',
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
      help: 'writes a page with every row, its requirements and, with --from, their verdicts, to the file or to standard output',
      otherwise: 'only tables for people',
    },
  },
} as const satisfies Command;

export const MATRIX = {
  summary: 'writes one page that shows several reports side by side, a row for each requirement',
  operands: { shown: 'REPORT.json…' },
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
