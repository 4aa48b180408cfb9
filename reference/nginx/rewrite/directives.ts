import { type Block, scopeOf } from '../../host/support/settings/block.js';
import { type DirectiveRule, many, type Statement, setting } from '../../host/support/settings/directive.js';
import { ConfigurationError, invalidParameter } from '../../host/support/settings/error.js';
import type { Template } from '../../host/support/settings/template.js';
import { capturingRegex, flag } from '../../host/support/settings/values.js';
import { readSet } from '../variables/assignment.js';
import { conditionOf } from './condition.js';
import { type Rewriting, rewriteSteps } from './steps.js';

/** Kinds of blocks with steps. */
const stepped = ['server', 'location', 'server if', 'location if'];
const noted = ['http', ...stepped];

/** Whether each match is logged. */
export const rewriteLog = setting('rewrite_log', noted, flag, false);
/** Whether the log warns of variables that are read before they are assigned. */
export const warnsOfUninitialized = setting('uninitialized_variable_warn', noted, flag, true);

/** Directives of the rewrite phases. */
export const rewriteDirectives: readonly DirectiveRule[] = [
  { name: 'if', contexts: ['server'], arity: [1, many], opens: 'server if', read: ifStep },
  { name: 'if', contexts: ['location'], arity: [1, many], opens: 'location if', read: ifStep },
  { name: 'set', contexts: stepped, arity: [2, 2], read: setStep },
  { name: 'return', contexts: stepped, arity: [1, 2], read: returnStep },
  { name: 'break', contexts: stepped, arity: [0, 0], read: ({ block }) => rewriteSteps.add(block, { kind: 'break' }) },
  { name: 'rewrite', contexts: stepped, arity: [2, 3], read: rewriteStep },
  rewriteLog,
  warnsOfUninitialized,
];

function ifStep(reading: Statement): void {
  const { block } = reading;
  rewriteSteps.add(outer(block), { kind: 'if', condition: conditionOf(reading), block });
}

function outer({ parent, context }: Block): Block {
  if (parent === undefined) throw new Error(`the block "${context}" has no parent`);
  return parent;
}

function setStep(statement: Statement): void {
  rewriteSteps.add(statement.block, { kind: 'set', ...readSet(statement.words, statement) });
}

/** A status, with or without a text, or only a URL. */
function returnStep({ words, place, block }: Statement): void {
  const [first = '', second] = words;
  const scope = scopeOf(block);
  const isCode = /^\d+$/.test(first) && Number(first) <= 999;
  if (!isCode && (second !== undefined || !isUrl(first)))
    throw new ConfigurationError(`invalid return code "${first}"`, place);
  const written = isCode ? second : first;
  const text = written === undefined ? undefined : scope.template(written, place);
  rewriteSteps.add(block, { kind: 'return', status: isCode ? Number(first) : 302, text });
}

function isUrl(text: string): boolean {
  return /^(https?:\/\/|\$scheme)/.test(text);
}

function rewriteStep({ words, place, block }: Statement): void {
  const [source = '', replacement = '', option] = words;
  if (replacement === '') throw new ConfigurationError('empty replacement', place);
  const regex = capturingRegex(source, false, block, place);
  if (option !== undefined && !/^(last|break|redirect|permanent)$/.test(option)) throw invalidParameter(option, place);
  const redirect = option === 'permanent' ? 301 : option === 'redirect' || isUrl(replacement) ? 302 : undefined;
  const ends = option !== undefined || redirect !== undefined;
  const template = (text: string) => scopeOf(block).template(text, place);
  const parts = replacementParts(replacement, template);
  rewriteSteps.add(block, { kind: 'rewrite', regex, ...parts, ends, stays: option === 'break', redirect });
}

/** A question mark at the end drops the arguments of the request. */
function replacementParts(
  replacement: string,
  template: (text: string) => Template,
): Pick<Rewriting, 'path' | 'args' | 'keepsArgs'> {
  const keepsArgs = !replacement.endsWith('?');
  const text = keepsArgs ? replacement : replacement.slice(0, -1);
  const question = text.indexOf('?');
  if (question < 0) return { path: template(text), args: undefined, keepsArgs };
  return { path: template(text.slice(0, question)), args: template(text.slice(question + 1)), keepsArgs };
}
