/** A finding as data, which FINDINGS.md and the pages show. */
import type { Deviation } from '../executor/deviations/deviations.js';
import type { FindingCause, ObservedViolation } from './causes.js';
import type { FindingKind } from './kinds.js';

/** A script that was run: it fails on its host and passes on the reference. */
export interface FindingScript {
  /** The command that runs the script by hand; absent for a server. */
  readonly command: string | undefined;
  /** Release and engine of the runtime, and the version of its server. */
  readonly program: string;
  /** The script or the module of the handlers. */
  readonly source: string;
  /** Of the server; empty for a command line. */
  readonly configuration: string;
  /** Shell commands that send the requests. */
  readonly requests: readonly string[];
  /** The steps of a longer conversation, as JSON. */
  readonly exchange: string | undefined;
  readonly expected: readonly string[];
  readonly actual: string;
}

export interface Finding {
  readonly cause: FindingCause;
  readonly kind: FindingKind;
  /** Why the document may be wrong; absent where the host is. */
  readonly doubt: string | undefined;
  /** Absent if no script shows it; `why` has the reason. */
  readonly script: FindingScript | undefined;
  readonly why?: string | undefined;
  /** A script that was written by hand shows nothing. */
  readonly fails?: boolean;
}

/** The most lines of a script that is shown; a longer one shows nothing at a glance. */
export const MOST_SCRIPT_LINES = 20;

export const linesOf = ({ source }: FindingScript): number => source.trimEnd().split('\n').length;

export const isShort = (script: FindingScript): boolean => linesOf(script) <= MOST_SCRIPT_LINES;

/** The doubt that an entry records, or that it blames the document. */
export const doubtOf = (deviations: readonly Deviation[]): string | undefined =>
  deviations.find(({ doubt }) => doubt !== undefined)?.doubt ??
  (deviations[0]?.fault === 'document' ? 'The document is at fault.' : undefined);

/** The first sentence of the first observation, or its part before a semicolon, which has no code around it. */
export function titleOf({ deviations: [first] }: Pick<FindingCause, 'deviations'>): string {
  const said = (first?.observed ?? '').trim();
  const ends = [...said.matchAll(/\. (?=[A-Z\d])|; (?=[a-z]+ )|\.?$/g)].map(({ index }) => said.slice(0, index));
  return ends.find((part) => count(part, /[([{]/g) === count(part, /[)\]}]/g)) ?? said;
}

const count = (text: string, of: RegExp): number => text.match(of)?.length ?? 0;

/** `njs 0.7.9, 0.8.9 and qjs 1.0.2`: versions by engine. */
export function versionsOf(sightings: readonly ObservedViolation[]): string {
  const engines = new Map<string, Set<string>>();
  for (const { report } of sightings) {
    const { engine, runtimeVersion } = report.target;
    engines.set(engine, (engines.get(engine) ?? new Set()).add(runtimeVersion));
  }
  return [...engines]
    .sort()
    .map(([engine, versions]) => `${engine} ${[...versions].sort(byVersion).join(', ')}`)
    .join(' and ');
}

/** `0.10.0` comes after `0.9.9`. */
const byVersion = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Escaped, so that Markdown shows it unchanged, and control characters by their codes. */
export const escaped = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
    .replace(/[\0-\x1f]/g, (one) => CONTROL[one] ?? `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/[\\`*_[\]<>#|]/g, '\\$&');

const CONTROL: { readonly [character: string]: string } = { '\n': '\\n', '\r': '\\r', '\0': '\\0' };
