import { scopeOf } from '../../host/support/settings/block.js';
import type { Statement } from '../../host/support/settings/directive.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { capturingRegex } from '../../host/support/settings/values.js';
import type { FileTest, IfCondition } from './steps.js';

const fileTests: readonly FileTest[] = ['f', 'd', 'e', 'x'];

/** Reads the words of `if (…)`. */
export function conditionOf(reading: Statement): IfCondition {
  const words = withoutParentheses(reading);
  const [first = '', operator, operand, ...more] = words;
  if (/^\$./s.test(first)) {
    const variable = first.slice(1).toLowerCase();
    if (operator !== undefined && (operand === undefined || more.length > 0)) throw invalid(first, reading);
    // As in nginx, captures are allowed only in values.
    if (/^\d+$/.test(variable)) throw new ConfigurationError(`unknown "${variable}" variable`, reading.place);
    scopeOf(reading.block).refer(variable, reading.place);
    if (operator === undefined || operand === undefined) return { kind: 'holds', variable };
    return comparison(variable, operator, operand, reading);
  }
  const test = /^(!?)-([\s\S])$/.exec(first);
  const is = fileTests.find((each) => each === test?.[2]);
  if (test === null || operator === undefined || operand !== undefined || is === undefined)
    throw invalid(first, reading);
  const path = scopeOf(reading.block).template(operator, reading.place);
  return { kind: 'file', is, path, negated: test[1] === '!' };
}

/** A parenthesis may be a separate word. */
function withoutParentheses(reading: Statement): readonly string[] {
  const [first = '', ...others] = reading.words;
  if (!first.startsWith('(')) throw invalid(first, reading);
  const opened = first === '(' ? others : [first.slice(1), ...others];
  if (opened.length === 1 && opened[0] === ')') throw invalid(')', reading);
  const last = opened.at(-1) ?? '';
  if (!last.endsWith(')')) throw invalid(last, reading);
  const inner = opened.slice(0, -1);
  return last === ')' && inner.length > 0 ? inner : [...inner, last.slice(0, -1)];
}

function comparison(variable: string, operator: string, operand: string, reading: Statement): IfCondition {
  const { block, place } = reading;
  if (operator === '=' || operator === '!=') {
    const value = scopeOf(block).template(operand, place);
    return { kind: 'equals', variable, value, negated: operator === '!=' };
  }
  const match = /^(!?)~(\*?)$/.exec(operator);
  if (match === null) throw new ConfigurationError(`unexpected "${operator}" in condition`, place);
  const regex = capturingRegex(operand, match[2] === '*', block, place);
  return { kind: 'matches', variable, regex, negated: match[1] === '!' };
}

function invalid(word: string, { place }: Statement): ConfigurationError {
  return new ConfigurationError(`invalid condition "${word}"`, place);
}
