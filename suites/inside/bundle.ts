/**
 * The probe bundle: one script for a target, made of the sources of the probes and handlers that a run needs. All of it is in the probe
 * language; `probe-language.test.ts` and the oldest host's parser check that.
 */

import type { Plain, Version } from '../../spec/types/requirement.js';
import { decoder, encoder } from '../language/encoding.js';
import { GLOBALS, MODULES } from '../language/generated/names.js';
import type { Handler } from '../language/setup.js';
import type { Probe } from '../language/trial.js';
import { atLeast } from '../language/versions.js';
import { inTarget } from './in-target.js';
import type { Job } from './job.js';
import { jsonWriter, unitWriterSource } from './json-writer.js';
import { liftedSource } from './lifting.js';
import { stepperSource } from './steps.js';

/** Names of the host global and the runtime global in a target. */
export interface Bindings {
  readonly srv: string;
  readonly rt: string;
}

/** In the form of `--bind`. */
export const bindText = ({ srv, rt }: Bindings): string => `srv=${srv},rt=${rt}`;

export interface BundleParts {
  readonly bindings: Bindings;
  /** Absent while it is unknown: then only modules that every version has are imported. */
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

/** Precedes each piece of the outcomes on the standard output of a command-line runtime. */
export const OUTPUT_MARK = 'srvspec-outcomes:';
/** Follows the last piece. */
export const OUTPUT_END = 'srvspec-end';

/** Precedes the version of the runtime in a line of the same output. */
export const VERSION_MARK = 'srvspec-version:';

/** A script for a command-line runtime: evaluates the jobs and prints the outcomes, one line for each piece. */
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

/** Precedes a missing feature that a case needs, in a line of a program's output. */
export const LACKED_MARK = 'srvspec-lacked:';

const PRINT_LACKED = `const lacked = (what) => { console.log('${LACKED_MARK}' + what); };`;

/** A script for a command-line runtime: runs the one probe with the input, and itself prints only missing features. */
export function programBundle(parts: BundleParts, input: Plain): string {
  const run = `target.run(JSON.parse(${literal(JSON.stringify(input))}), undefined, lacked);`;
  return [preamble(parts), PRINT_LACKED, run, ''].join('\n');
}

/** Printed after each part of a program, by `console.error` and then by `console.log`. */
export const PART_MARKS = { error: 'srvspec-part-error:', log: 'srvspec-part-log:' } as const;

/** The same for several inputs, with a mark and the number of the part after each. */
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

/** 2/versioning/0-8-5: string members of requests and sessions were byte strings before. */
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
    `const json = (${jsonWriter.toString()})(() => ${unitWriterSource(mayBeBytes)});`,
    `const encode = (${encoder.toString()})();`,
    `const decode = (${decoder.toString()})();`,
    ...listOf('probes', probes),
    ...listOf('handlers', handlers),
    `const target = (${inTarget.toString()})(json, encode, decode, { ${roots.join(', ')} }, probes, handlers, [${missing.join(', ')}], [${globals.join(', ')}], ${stepperSource()});`,
  ].join('\n');
}

/**
 * Functions under a name. They are pushed one by one: in an array literal the oldest host names each after its index, and then turns the
 * numbers 0, 1, … into strings throughout the script.
 */
const listOf = (name: string, functions: readonly unknown[]): string[] => [
  `const ${name} = [];`,
  ...functions.map((f) => `${name}.push(${liftedSource(f)});`),
];

/** A global that may be missing, such as the host global in a command-line runtime. */
const bound = (name: string): string => `typeof ${name} === 'undefined' ? undefined : ${name}`;

/** A string literal that every script parser accepts: line separators are escaped too. */
const literal = (text: string): string =>
  JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
