/** Commands that tell what the specification and reports hold. */
import type { Command } from './command.js';
import { SELECTING } from './selecting.js';

export const LIST = {
  summary: 'lists requirements with the ids of their cases',
  options: SELECTING,
} as const satisfies Command;

export const EXPLAIN = {
  summary: 'tells what a requirement or case says and rests on, or what rests on a row',
  operands: { shown: 'ID', completes: 'explained' },
  options: {},
} as const satisfies Command;

export const COVERAGE = {
  summary: 'counts the rows of the documents that have requirements, by section',
  options: {
    json: { type: 'boolean', default: false, help: 'prints it as JSON' },
    rows: { type: 'boolean', default: false, help: 'names each row that is not covered, too' },
    document: {
      type: 'string',
      value: 'N',
      values: ['1', '2', '3'],
      help: 'rows of one document alone',
      otherwise: 'all',
    },
    from: {
      type: 'string',
      value: 'REPORT.json',
      help: 'counts as tested what the run of this report tested',
      otherwise: 'what a complete run would test',
    },
    report: {
      type: 'string',
      multiple: true,
      value: 'html[=FILE]',
      help: 'a page with every row, its requirements and, of a report, their verdicts; on standard output or in the file',
      otherwise: 'tables for people alone',
    },
  },
} as const satisfies Command;

export const MATRIX = {
  summary: 'puts reports beside each other in one page, requirement by target',
  operands: { shown: 'REPORT.json…' },
  options: {
    report: {
      type: 'string',
      multiple: true,
      value: 'html[=FILE]',
      help: 'where the page goes: standard output, or the file',
      otherwise: 'none, it has to be told',
    },
  },
} as const satisfies Command;
