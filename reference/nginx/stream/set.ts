import type { StreamDecision } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import { declined } from '../../host/support/phases.js';
import { scopeOf } from '../../host/support/settings/block.js';
import { listSetting, type Reading } from '../../host/support/settings/directive.js';
import type { Template } from '../../host/support/settings/template.js';
import { variableNameOf } from '../../host/support/settings/values.js';
import type { StreamModule } from '../modules/stream-module.js';

interface Assignment {
  readonly name: string;
  readonly value: Template;
}

const assignments = listSetting<Assignment>('set', ['stream server'], readAssignment, [], { arity: [2, 2] });

/** `set`: variables that have a value from the beginning of a session on. */
export const setModule: StreamModule = {
  name: 'stream_set',
  directives: [assignments],
  phases: [{ phase: 'post-accept', handle: assign }],
};

function readAssignment([target = '', text = '']: readonly string[], { place, block }: Reading): readonly [Assignment] {
  const scope = scopeOf(block);
  const name = variableNameOf(target, place);
  if (!scope.isAssignable(name)) scope.declare(name, { kind: 'assigned' }, place);
  scope.refer(name, place);
  return [{ name, value: scope.template(text, place) }];
}

function assign({ block, variables }: StreamSession): StreamDecision {
  for (const { name, value } of assignments.of(block)) variables.assign(name, variables.evaluate(value));
  return declined;
}
