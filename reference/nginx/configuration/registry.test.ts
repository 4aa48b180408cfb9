import test from 'tape';
import type { DirectiveRule } from '../../host/support/settings/directive.js';
import { modules } from '../modules.js';
import { DirectiveRegistry } from './registry.js';

test('registry: a directive has one rule in each context', (t) => {
  t.doesNotThrow(() => new DirectiveRegistry(modules, () => true));
  const rule = (...contexts: readonly string[]): DirectiveRule => ({ name: 'some', contexts, arity: [1, 1] });
  const registryOf = (...directives: readonly DirectiveRule[]) =>
    new DirectiveRegistry([{ name: 'any', directives }], () => true);
  t.doesNotThrow(() => registryOf(rule('http', 'server'), rule('stream')));
  t.throws(() => registryOf(rule('http', 'server'), rule('location', 'server')), /"some" has two rules in "server"/);
  t.end();
});
