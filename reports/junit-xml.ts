/** Writes JUnit XML that any parser reads, whatever was observed. */
import { printableLine, printableText } from './printable.js';

/** The outcome of a test that did not pass. */
export interface JunitResult {
  readonly outcome: 'failure' | 'error' | 'skipped';
  readonly message: string;
  /** Present for a failure or an error. */
  readonly type?: string;
  readonly text?: string;
}

export interface JunitTest {
  readonly name: string;
  readonly classname: string;
  /** Absent if the test passed. */
  readonly result?: JunitResult | undefined;
  /** Milliseconds; 0 by default. */
  readonly ms?: number;
}

export interface JunitSuite {
  readonly name: string;
  readonly properties?: readonly (readonly [name: string, value: string])[];
  readonly tests: readonly JunitTest[];
}

/** The suites under a name, with their time in milliseconds, by default that of their tests. */
export function junitText(name: string, suites: readonly JunitSuite[], ms?: number): string {
  const { skipped: _, ...counts } = countsOf(
    suites.flatMap(({ tests }) => tests),
    ms,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...counts })}>`,
    ...suites.map(suiteText),
    '</testsuites>',
    '',
  ].join('\n');
}

function countsOf(tests: readonly JunitTest[], ms = tests.reduce((sum, one) => sum + (one.ms ?? 0), 0)) {
  const count = (outcome: JunitResult['outcome']): number =>
    tests.filter(({ result }) => result?.outcome === outcome).length;
  return {
    tests: tests.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(ms),
  };
}

function suiteText({ name, properties = [], tests }: JunitSuite): string {
  const lines = properties.map(([of, value]) => `      <property${attributes({ name: of, value })}/>`);
  return [
    `  <testsuite${attributes({ name, ...countsOf(tests) })}>`,
    ...(lines.length === 0 ? [] : ['    <properties>', ...lines, '    </properties>']),
    ...tests.map(testText),
    '  </testsuite>',
  ].join('\n');
}

function testText({ name, classname, result, ms = 0 }: JunitTest): string {
  const head = `    <testcase${attributes({ name, classname, time: seconds(ms) })}`;
  if (result === undefined) return `${head}/>`;
  const { outcome, message, type, text = '' } = result;
  const element = `<${outcome}${attributes({ message, ...(type !== undefined && { type }) })}`;
  const whole = text === '' ? `${element}/>` : `${element}>${escaped(text)}</${outcome}>`;
  return `${head}>\n      ${whole}\n    </testcase>`;
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

/** ` name="value"` for each. */
const attributes = (values: { readonly [name: string]: string | number }): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(printableLine(String(value)))}"`)
    .join('');

/** Escapes markup, and spells out characters that XML 1.0 forbids, so that no part of an observation is lost. */
const escaped = (text: string): string =>
  printableText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
