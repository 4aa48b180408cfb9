import type { ConfigurationModule, DirectiveRule } from './directive.js';
import { ConfigurationError } from './error.js';
import { nearestName } from './nearest.js';
import type { Directive } from './tree.js';

/** The directives of all modules, by name; one name may have several rules, each for contexts of its own. */
export class DirectiveRegistry {
  readonly #rules = new Map<string, DirectiveRule[]>();

  /** `knows` tells whether the runtime has what came with a version. */
  constructor(modules: readonly ConfigurationModule[], knows: (since: string) => boolean) {
    for (const rule of modules.flatMap(({ directives }) => directives)) {
      const others = this.#rules.get(rule.name) ?? [];
      const twice = rule.contexts.find((context) => others.some(({ contexts }) => contexts.includes(context)));
      if (twice !== undefined) throw new Error(`the directive "${rule.name}" has two rules in "${twice}"`);
      if (rule.since !== undefined && !knows(rule.since)) continue;
      this.#rules.set(rule.name, [...others, rule]);
    }
  }

  /** The rule for a directive in a block of a kind. Throws ConfigurationError when it may not stand there as it is written. */
  ruleFor(directive: Directive, context: string): DirectiveRule {
    const rules = this.#rules.get(directive.name);
    if (rules === undefined) {
      const nearest = nearestName(directive.name, this.#rules.keys());
      const hint = nearest === undefined ? '' : `, did you mean "${nearest}"?`;
      throw new ConfigurationError(`unknown directive "${directive.name}"${hint}`, directive);
    }
    const rule = rules.find(({ contexts }) => contexts.includes(context));
    const complaint =
      rule === undefined ? `"${directive.name}" directive is not allowed here` : misuse(directive, rule);
    if (rule === undefined || complaint !== undefined) throw new ConfigurationError(complaint ?? '', directive);
    return rule;
  }

  /** Names of the directives that must stand in a block of a kind, and the complaint where they do not. */
  requiredIn(context: string): readonly { readonly name: string; readonly complaint: string }[] {
    return [...this.#rules.values()].flat().flatMap(({ name, required, contexts }) => {
      return required === undefined || !contexts.includes(context) ? [] : [{ name, complaint: required }];
    });
  }
}

function misuse({ name, arguments: words, block }: Directive, { opens, arity }: DirectiveRule): string | undefined {
  if (opens === undefined && block !== undefined) return `directive "${name}" is not terminated by ";"`;
  if (opens !== undefined && block === undefined) return `directive "${name}" has no opening "{"`;
  const fits = words.length >= arity[0] && words.length <= arity[1];
  return fits ? undefined : `invalid number of arguments in "${name}" directive`;
}
