import { scopeOf } from '../../host/support/settings/block.js';
import type { Statement } from '../../host/support/settings/directive.js';
import type { Template } from '../../host/support/settings/template.js';
import { variableNameOf } from '../../host/support/settings/values.js';

/** A value that a directive such as `set` assigns to a variable. */
export interface VariableAssignment {
  readonly name: string;
  readonly value: Template;
}

/** Reads `$NAME VALUE`, and declares a variable that does not exist. Throws ConfigurationError. */
export function readAssignment(
  [target = '', text = '']: readonly string[],
  { place, block }: Pick<Statement, 'place' | 'block'>,
): VariableAssignment {
  const scope = scopeOf(block);
  const name = variableNameOf(target, place);
  if (!scope.isAssignable(name)) scope.declare(name, { kind: 'assigned' }, place);
  return { name, value: scope.template(text, place) };
}

/** {@link readAssignment} for directives that count as references to the variable. */
export function readSet(words: readonly string[], statement: Pick<Statement, 'place' | 'block'>): VariableAssignment {
  const assignment = readAssignment(words, statement);
  scopeOf(statement.block).refer(assignment.name, statement.place);
  return assignment;
}
