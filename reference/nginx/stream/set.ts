import type { StreamDecision } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { declined } from '../../host/support/phases.js';
import { listSetting } from '../../host/support/settings/directive.js';
import type { StreamModule } from '../modules/module.js';
import { readSet, type VariableAssignment } from '../variables/assignment.js';

const assignments = listSetting<VariableAssignment>(
  'set',
  ['stream server'],
  (words, statement) => [readSet(words, statement)],
  [],
  { arity: [2, 2] },
);

/** `set`: variables that have a value from the beginning of a session on. */
export const setModule: StreamModule = {
  name: 'stream_set',
  directives: [assignments],
  phases: [{ phase: 'post-accept', handle: assign }],
};

function assign({ block, variables }: StreamSession): StreamDecision {
  for (const { name, value } of assignments.of(block)) variables.assign(name, variables.evaluate(value));
  return declined;
}
