/** Commands that tell what the specification and reports hold. */
import type { Command } from './command.js';
import { SELECTING } from './selecting.js';

export const LIST = {
  summary: 'lists requirements with the ids of their cases',
  options: SELECTING,
} as const satisfies Command;

export const EXPLAIN = {
  summary: 'tells what a requirement or case says and rests on, or what rests on a row',
  operands: { shown: 'ID', completes: 'ids' },
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
  },
} as const satisfies Command;
