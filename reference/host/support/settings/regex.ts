import { setFlagsFromString } from 'node:v8';
import { createContext, Script } from 'node:vm';
import { type ByteString, byteStringOf } from '../byte-string.js';
import { ConfigurationError, type ConfigurationPosition } from './error.js';
import { RegexDialectError, translatedRegex } from './regex-dialect.js';

/** Groups of a regular expression that matched. */
export interface RegexMatch {
  /** By number; the first is the whole match. A group without a match is empty if a later one has a match. */
  readonly groups: readonly (ByteString | undefined)[];
  /** By lower-case name. */
  readonly named: ReadonlyMap<string, ByteString>;
}

/** The time limit in milliseconds of a match that the linear engine cannot do. */
const PATIENCE = 500;

/** The V8 flag that enables regular expressions of flag `l`: patterns that accept it can be matched by the linear engine. */
const LINEAR = 'enable-experimental-regexp-engine';

// A match that backtracks too often is done by the linear engine, in a time proportional to the length of the subject.
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');

/** A match was aborted. */
export class RegexExhausted extends Error {
  override readonly name = 'RegexExhausted';
}

type RegexMatcher = (subject: ByteString) => RegExpExecArray | null;

/** A regular expression of the configuration. Clients choose its subjects, and none of them can block the host. */
export class Regex {
  /** As written. */
  readonly source: string;
  readonly names: readonly string[];
  readonly #ignoresCase: boolean;
  readonly #match: RegexMatcher;
  /** For subjects that end in a line end. */
  #matchLine: RegexMatcher | undefined;

  /** Throws ConfigurationError for an invalid pattern, or one without a counterpart in JavaScript. */
  constructor(source: string, ignoresCase: boolean, place: ConfigurationPosition) {
    this.source = source;
    this.#ignoresCase = ignoresCase;
    try {
      const translated = translatedRegex(byteStringOf(source), ignoresCase, false);
      this.names = translated.names;
      this.#match = matchOf(translated.source);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RegexDialectError)) throw error;
      const reason = reasonOf(error.message.replace(/^.*\/l?: /s, ''));
      throw new ConfigurationError(`pcre2_compile() failed: ${reason} in "${source}"`, place);
    }
  }

  /** Throws RegexExhausted if the match takes too long. */
  match(subject: ByteString): RegexMatch | undefined {
    const found = this.#matchFor(subject)(subject);
    if (found === null) return undefined;
    const named = Object.entries(found.groups ?? {}).map(([name, value]) => [name.toLowerCase(), value ?? ''] as const);
    const last = found.findLastIndex((group) => group !== undefined);
    return { groups: found.map((group, at) => (at < last ? (group ?? '') : group)), named: new Map(named) };
  }

  #matchFor(subject: ByteString): RegexMatcher {
    if (!subject.endsWith('\n') || !this.source.includes('$')) return this.#match;
    this.#matchLine ??= matchOf(translatedRegex(byteStringOf(this.source), this.#ignoresCase, true).source);
    return this.#matchLine;
  }
}

function matchOf(source: string): RegexMatcher {
  const regex = new RegExp(source);
  return isLinear(source) ? (subject) => regex.exec(subject) : boundedMatch(regex);
}

/** A real host's wording of an error, if it differs. */
const reasons: Readonly<Record<string, string>> = {
  'Unterminated group': 'missing closing parenthesis',
  "Unmatched ')'": 'unmatched closing parenthesis',
  'Nothing to repeat': 'quantifier does not follow a repeatable item',
  'Duplicate capture group name': 'two named subpatterns have the same name (PCRE2_DUPNAMES not set)',
  'Range out of order in character class': 'range out of order in character class',
  'numbers out of order in {} quantifier': 'numbers out of order in {} quantifier',
};

function reasonOf(message: string): string {
  return reasons[message] ?? message;
}

/** Whether the linear engine can match it. The flag is enabled only for this check: scripts have no flag `l`. */
function isLinear(source: string): boolean {
  setFlagsFromString(`--${LINEAR}`);
  try {
    return new RegExp(source, 'l').flags === 'l';
  } catch {
    return false;
  } finally {
    setFlagsFromString(`--no-${LINEAR}`);
  }
}

/** References and assertions can take exponential time: such a match is aborted, as on hosts with a limit of steps. */
function boundedMatch(regex: RegExp): RegexMatcher {
  const globals: { subject: ByteString; readonly regex: RegExp; found: RegExpExecArray | null } = {
    subject: '',
    regex,
    found: null,
  };
  const context = createContext(globals);
  const script = new Script('found = regex.exec(subject)');
  const needed = textAtHead(regex.source);
  return (subject) => {
    // A timeout for a match needs a watchdog, which costs more than most matches.
    if (!subject.includes(needed)) return null;
    globals.subject = subject;
    try {
      script.runInContext(context, { timeout: PATIENCE });
    } catch {
      throw new RegexExhausted(`a match of "${regex.source}" was aborted after ${PATIENCE} ms`);
    }
    return globals.found;
  };
}

/** The text in every matching subject: the plain text at the beginning of a pattern without alternatives. */
function textAtHead(source: string): string {
  if (source.includes('|')) return '';
  // A repeated or optional character is not part of it.
  const head = /^\^?((?:[\w-]|\\\/)*)(?![?*{])/.exec(source)?.[1] ?? '';
  return head.replaceAll('\\/', '/');
}
