/** `srvspec merge` */
import type { Command } from './command.js';
import { REPORT } from './run.js';

export const MERGE = {
  summary: 'makes one report of the JSON reports on all shards of a run',
  operands: { shown: 'SHARD.json…' },
  options: {
    partial: {
      type: 'boolean',
      default: false,
      help: 'merges what there is, though reports of shards are missing; the result is cut short, and never green',
    },
    report: REPORT,
  },
  notes: ['exit status: that of the run without shards; 2 the reports are not all shards of one run'],
} as const satisfies Command;
