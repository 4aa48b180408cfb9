import test from 'tape';
import { jsonReport } from './json.js';
import { runOutcome } from './outcome.js';
import { nastyReport, sampleReport, serviceReport } from './testing/sample.js';
import { schemaComplaints } from './testing/schema.js';

test('the JSON report is the model, with the outcome of the run', (t) => {
  for (const report of [sampleReport(), serviceReport(), nastyReport()]) {
    const text = jsonReport(report);
    t.deepEqual(
      JSON.parse(text),
      JSON.parse(JSON.stringify({ ...report, outcome: runOutcome(report) }), (_, value) => spelled(value)),
    );
    t.ok(text.endsWith('}\n'));
    t.ok(Buffer.from(text).toString() === text, 'and survives UTF-8');
  }
  t.end();
});

test('keys have the same order, whatever their order in the model', (t) => {
  const report = sampleReport();
  t.equal(jsonReport(reversed(report)), jsonReport(report));
  t.match(jsonReport(report), /^\{\n {2}"srvspec"/);
  t.end();
});

test('the published schema accepts reports and nothing else', (t) => {
  for (const report of [sampleReport(1), serviceReport(), nastyReport()])
    t.deepEqual(schemaComplaints(jsonReport(report)), []);
  const { seed, ...rest } = sampleReport(1);
  t.deepEqual(schemaComplaints(JSON.stringify(rest)), [" must have required property 'seed'"]);
  t.deepEqual(schemaComplaints(JSON.stringify({ ...rest, seed: `${seed}` })), ['/seed must be number']);
  t.deepEqual(schemaComplaints(JSON.stringify({ ...rest, seed, more: 1 })), [' must NOT have additional properties']);
  t.end();
});

test('a lone surrogate is spelled out, so that every language can print it', (t) => {
  const report = { ...sampleReport(), srvspec: '\ud800 \\ud800 😀 \udc00' };
  const { srvspec } = JSON.parse(jsonReport(report));
  t.equal(srvspec, '\\ud800 \\ud800 😀 \\udc00');
  t.notOk(/(?<!\\)\\u[dD][89a-fA-F]/.test(jsonReport(report)), 'no escape of a lone surrogate is left');
  t.end();
});

/** A text without lone surrogates, as reports have it. */
const spelled = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`)
    : value;

/** The same value with the keys of every object in the opposite order. */
function reversed<Value>(value: Value): Value;
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => reversed(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}
