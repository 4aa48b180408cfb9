import type { ConfigurationModule, Directive, DirectiveRule } from '../../host/support/settings/directive.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { nearestName } from '../../host/support/settings/nearest.js';
import type { LackingFeature, RealHost } from './real-host.js';

/** A directive that the host does not have. */
export interface UnknownDirective {
  readonly directive: Directive;
  /** The feature of the real host, if the real host has the directive there. */
  readonly lacking: LackingFeature | undefined;
  readonly message: string;
}

/** The directives of all modules, by name; one name may have several rules for different contexts. */
export class DirectiveRegistry {
  readonly #rules = new Map<string, DirectiveRule[]>();

  readonly #real: RealHost | undefined;

  /** `knows` returns whether the runtime has the features of a version; `real` is the real host that this one replaces. */
  constructor(modules: readonly ConfigurationModule[], knows: (since: string) => boolean, real?: RealHost) {
    this.#real = real;
    for (const rule of modules.flatMap(({ directives }) => directives)) {
      const others = this.#rules.get(rule.name) ?? [];
      const twice = rule.contexts.find((context) => others.some(({ contexts }) => contexts.includes(context)));
      if (twice !== undefined) throw new Error(`the directive "${rule.name}" has two rules in "${twice}"`);
      if (rule.since !== undefined && !knows(rule.since)) continue;
      this.#rules.set(rule.name, [...others, rule]);
    }
  }

  /** The rule for a directive in a block of a kind. Throws ConfigurationError if it is not allowed there, or not in this form. */
  ruleFor(directive: Directive, context: string): DirectiveRule {
    const rule = this.#ruleIn(directive.name, context);
    const complaint =
      rule === undefined ? `"${directive.name}" directive is not allowed here` : misuse(directive, rule);
    if (rule === undefined || complaint !== undefined) throw new ConfigurationError(complaint ?? '', directive);
    return rule;
  }

  #ruleIn(name: string, context: string): DirectiveRule | undefined {
    return this.#rules.get(name)?.find(({ contexts }) => contexts.includes(context));
  }

  /** Why a directive is unknown in a block of a kind, among its neighbours; `undefined` for a known one. */
  unknown(directive: Directive, context: string, neighbours: readonly Directive[]): UnknownDirective | undefined {
    const { name } = directive;
    const lacking = this.#real?.lacking(directive, context, neighbours);
    if (lacking !== undefined) {
      const hint = lacking.canSkip ? ' (--skip-unsupported skips it)' : '';
      return { directive, lacking, message: `${lacking.text}, which srvspec does not have${hint}` };
    }
    if (this.#rules.has(name) || this.#real?.contextsOf(name) !== undefined) return undefined;
    const nearest = nearestName(name, this.#rules.keys());
    const hint = nearest === undefined ? '' : `, did you mean "${nearest}"?`;
    return { directive, lacking, message: `unknown directive "${name}"${hint}` };
  }

  /** All unknown directives of a tree, in order. */
  allUnknown(tree: readonly Directive[], context: string): readonly UnknownDirective[] {
    return tree.flatMap((directive) => {
      const unknown = this.unknown(directive, context, tree);
      if (unknown !== undefined) return [unknown];
      const { opens } = this.#ruleIn(directive.name, context) ?? {};
      return opens === undefined || opens === 'list' ? [] : this.allUnknown(directive.block ?? [], opens);
    });
  }

  /** Names of the directives that a block of a kind must have, and the complaint if one is missing. */
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
