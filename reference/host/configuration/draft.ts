import { embeddedVariable } from '../http/embedded.js';
import type {
  Content,
  EnvironmentRule,
  HttpConfiguration,
  Listen,
  LocationPattern,
  LogDestination,
  RewriteStep,
  ScriptImport,
  VariableDeclaration,
  ZoneDeclaration,
} from './configuration.js';
import { ConfigurationError, type Place } from './error.js';
import { compileTemplate, type Template } from './template.js';

/** Blocks of a configuration; a directive is allowed in some of them. */
export type Context = 'main' | 'events' | 'http' | 'server' | 'location';

/** What one block says for itself; what it does not say is inherited. */
export interface SettingsDraft {
  errorLogs: LogDestination[];
  defaultType?: string;
  types?: Map<string, string>;
  clientMaxBodySize?: number;
  clientBodyBufferSize?: number;
  scriptPaths: string[];
  scriptImports: ScriptImport[];
  accessHandler?: string;
}

/** A block while it is read. What a kind of block has no use for stays empty. */
export interface BlockDraft {
  readonly context: Context;
  readonly settings: SettingsDraft;
  readonly listens: Listen[];
  readonly names: string[];
  readonly rewrite: RewriteStep[];
  internal: boolean;
  pattern?: LocationPattern;
  content?: Content;
}

export function emptyBlock(context: Context): BlockDraft {
  const settings = { errorLogs: [], scriptPaths: [], scriptImports: [] };
  return { context, settings, listens: [], names: [], rewrite: [], internal: false };
}

/** What the directives of all blocks say together. */
export class ConfigurationDraft {
  readonly prefix: string;
  readonly configurationPrefix: string;
  readonly environment: EnvironmentRule[] = [];
  readonly variables = new Map<string, VariableDeclaration>();
  readonly zones: ZoneDeclaration[] = [];
  readonly #references = new Map<string, Place>();
  pidFile: string | undefined;
  workerProcesses = 1;
  http: HttpConfiguration | undefined;

  constructor(prefix: string, configurationPrefix: string) {
    this.prefix = prefix;
    this.configurationPrefix = configurationPrefix;
  }

  /** Compiles a value and notes the variables in it. */
  template(text: string, place: Place): Template {
    const template = compileTemplate(text, place);
    for (const part of template) if (part.kind === 'variable') this.refer(part.name, place);
    return template;
  }

  refer(name: string, place: Place): void {
    const key = name.toLowerCase();
    if (!this.#references.has(key)) this.#references.set(key, place);
  }

  /** Declares a variable; the same words may declare it again. */
  declare(name: string, declaration: VariableDeclaration, place: Place): void {
    const earlier = this.variables.get(name);
    const same = earlier === undefined || JSON.stringify(earlier) === JSON.stringify(declaration);
    if (!same || embeddedVariable(name) !== undefined) {
      throw new ConfigurationError(`the duplicate "${name}" variable`, place);
    }
    this.variables.set(name, declaration);
    // Those with a value of their own have a place to keep it, whether or not anything else mentions them.
    if (declaration.kind === 'js_var' || declaration.kind === 'set') this.refer(name, place);
  }

  /** Names of all variables mentioned, once each is known. */
  checkedReferences(): ReadonlySet<string> {
    for (const [name, place] of this.#references) {
      const known = this.variables.has(name) || embeddedVariable(name) !== undefined || /^[1-9]$/.test(name);
      if (!known) throw new ConfigurationError(`unknown "${name}" variable`, place);
    }
    return new Set(this.#references.keys());
  }
}
