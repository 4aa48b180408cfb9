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

export const COMPARE = {
  summary: 'tells what changed from one JSON report to another, and whether it got worse',
  operands: { shown: 'BEFORE.json AFTER.json' },
  options: {
    partial: {
      type: 'boolean',
      default: false,
      help: 'compares what both reports hold, though they hold different cases',
    },
    'fail-on': {
      type: 'string',
      value: 'WHAT',
      values: ['worse', 'any', 'crash'],
      default: 'worse',
      help: 'what ends with status 1: anything that got worse, any change, or a new crash or hang alone',
    },
  },
  notes: [
    'exit status: 0 nothing of the kind; 1 it got worse, as --fail-on says; 2 usage; 3 something could not be compared',
  ],
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
