/**
 * The probe bundle: one script for a target, made of the sources of the probes and handlers that a run needs. All of it is
 * in the probe language; `probe-language.test.ts` checks that, and so does the oldest host's parser.
 */

import type { Plain, Version } from '../../spec/types/requirement.js';
import { decoder, encoder } from '../language/encoding.js';
import { GLOBALS, MODULES } from '../language/generated/names.js';
import type { Handler } from '../language/setup.js';
import type { Probe } from '../language/trial.js';
import { atLeast } from '../language/versions.js';
import { inTarget } from './in-target.js';
import type { Job } from './job.js';
import { jsonWriter, unitWriter } from './json-writer.js';
import { liftedSource } from './lifting.js';
import { stepper } from './steps.js';

/** Names of the host global and the runtime global in a target. */
export interface Bindings {
  readonly srv: string;
  readonly rt: string;
}

/** As `--bind` takes them. */
export const bindText = ({ srv, rt }: Bindings): string => `srv=${srv},rt=${rt}`;

export interface BundleParts {
  readonly bindings: Bindings;
  /** Absent while it is not known: what every version has is imported then. */
  readonly version?: Version | undefined;
  readonly probes: readonly Probe<never>[];
  readonly handlers: readonly Handler[];
  /** Built-in modules that the target does not import. */
  readonly refused?: ReadonlySet<string> | undefined;
}

/** A module for `js_import`: exports `evaluate`, and `h0`, `h1`, … for the handlers. */
export function moduleBundle(parts: BundleParts): string {
  const names = parts.handlers.map((_, i) => `h${i}`);
  return [
    preamble(parts),
    'function evaluate(r) { return target.evaluate(r); }',
    ...names.map((name, i) => `function ${name}(subject, a, b) { return target.handle(${i}, subject, a, b); }`),
    `export default { ${['evaluate', ...names].join(', ')} };`,
    '',
  ].join('\n');
}

/** A script for an adapter: declares `evaluate(jobs, done)`, which calls `done` with the outcomes. Both are JSON in ASCII. */
export const adapterBundle = (parts: BundleParts): string =>
  [
    preamble(parts),
    'function evaluate(jobs, done) {',
    '  const pieces = [];',
    '  const print = (piece) => { pieces.push(piece); };',
    "  target.printAll(JSON.parse(jobs), print, undefined).then(() => { done(pieces.join('')); });",
    '}',
    '',
  ].join('\n');

/** Comes before each piece of the outcomes on the standard output of a command-line runtime. */
export const OUTPUT_MARK = 'srvspec-outcomes:';
/** Comes after the last piece. */
export const OUTPUT_END = 'srvspec-end';

/** Comes before the version of the runtime in a line of the same output. */
export const VERSION_MARK = 'srvspec-version:';

/** A script for a command-line runtime: evaluates the jobs and prints the outcomes, a piece a line. */
export function scriptBundle(parts: BundleParts, jobs: readonly Job[]): string {
  return [
    preamble(parts),
    `const jobs = JSON.parse(${literal(JSON.stringify(jobs))});`,
    `const runtime = ${bound(parts.bindings.rt)};`,
    `console.log('${VERSION_MARK}' + (runtime === undefined ? '' : runtime.version));`,
    `const print = (piece) => { console.log('${OUTPUT_MARK}' + piece); };`,
    `target.printAll(jobs, print, undefined).then(() => { console.log('${OUTPUT_END}'); });`,
    '',
  ].join('\n');
}

/** Comes in a line of a program's output, before what a case asked for and is missing. */
export const LACKED_MARK = 'srvspec-lacked:';

const PRINT_LACKED = `const lacked = (what) => { console.log('${LACKED_MARK}' + what); };`;

/** A script for a command-line runtime: runs the one probe with the input, and prints nothing of its own but what is missing. */
export function programBundle(parts: BundleParts, input: Plain): string {
  const run = `target.run(JSON.parse(${literal(JSON.stringify(input))}), undefined, lacked);`;
  return [preamble(parts), PRINT_LACKED, run, ''].join('\n');
}

/** What is printed behind each part of a program, by `console.error` and then by `console.log`. */
export const PART_MARKS = { error: 'srvspec-part-error:', log: 'srvspec-part-log:' } as const;

/** The same, one input after the other, with a mark and the number of the part behind each. */
export function programPartsBundle(parts: BundleParts, inputs: readonly Plain[]): string {
  return [
    preamble(parts),
    PRINT_LACKED,
    `JSON.parse(${literal(JSON.stringify(inputs))}).forEach((input, i) => {`,
    '  target.run(input, undefined, lacked);',
    `  if (console.error) console.error('${PART_MARKS.error}' + i);`,
    `  console.log('${PART_MARKS.log}' + i);`,
    '});',
    '',
  ].join('\n');
}

/** 2/versioning/0-8-5: what string members of requests and sessions were before. */
const BYTE_STRINGS_UNTIL = '0.8.5';

function preamble({ bindings, version, probes, handlers, refused = new Set() }: BundleParts): string {
  const isThere = ({ since }: { readonly since?: Version }): boolean =>
    since === undefined || (version !== undefined && atLeast(version, since));
  const wanted = MODULES.filter(isThere);
  const globals = GLOBALS.filter(isThere).map(({ name }) => `typeof ${name} === 'undefined' ? '${name}' : ''`);
  const modules = wanted.filter(({ name }) => !refused.has(name));
  const missing = wanted.flatMap(({ name }) => (refused.has(name) ? [`'${name}'`] : []));
  const roots = [
    ...modules.map(({ name }) => `${name}: ${name}Module`),
    `srv: ${bound(bindings.srv)}`,
    `rt: ${bound(bindings.rt)}`,
    'webCrypto: () => globalThis.crypto',
  ];
  const mayBeBytes = version !== undefined && !atLeast(version, BYTE_STRINGS_UNTIL);
  return [
    ...modules.map(({ name }) => `import ${name}Module from '${name}';`),
    `const json = (${jsonWriter.toString()})(() => (${unitWriter.toString()})(${mayBeBytes}));`,
    `const encode = (${encoder.toString()})();`,
    `const decode = (${decoder.toString()})();`,
    ...listOf('probes', probes),
    ...listOf('handlers', handlers),
    `const target = (${inTarget.toString()})(json, encode, decode, { ${roots.join(', ')} }, probes, handlers, [${missing.join(', ')}], [${globals.join(', ')}], ${stepper.toString()});`,
  ].join('\n');
}

/**
 * Functions under a name. Pushed one by one: in an array literal each is named after its index, whereby the oldest host
 * turns the numbers 0, 1, … into strings throughout the script.
 */
const listOf = (name: string, functions: readonly unknown[]): string[] => [
  `const ${name} = [];`,
  ...functions.map((f) => `${name}.push(${liftedSource(f)});`),
];

/** A global that may be missing, as the host global is in a command-line runtime. */
const bound = (name: string): string => `typeof ${name} === 'undefined' ? undefined : ${name}`;

/** A string literal that every script parser takes: line separators escaped too. */
const literal = (text: string): string =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
