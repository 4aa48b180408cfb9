import test from 'tape';
import { objects } from '../cases/generated/index.js';
import { decoder, encoder } from '../language/encoding.js';
import type { Handler, Setup } from '../language/setup.js';
import { carryingProbe } from './carrying.js';
import { inTarget } from './in-target.js';
import { byteStringReader, decoded, jsonWriter, speller } from './json-writer.js';
import { liftedSource } from './lifting.js';
import { stepBytes, stepSummaries } from './step-data.js';
import { probeComplaints } from './testing/probe-language.js';

const REFUSED = {
  destructuring: '(input) => { const { a } = input; return a; }',
  spread: '(input) => Math.max(...input)',
  'a default parameter': '(input = 1) => input',
  'a class': '() => class {}',
  'for…of': '(input) => { for (const a of input) a(); }',
  'optional chaining': '(input) => input?.a',
  '??': '(input) => input ?? 1',
  'a BigInt literal': '() => 1n',
  'a generator': '() => function* () {}',
  'a function in an array literal': '(input) => [() => input]',
  'await in call arguments': 'async (input) => input(await input)',
  'outer is neither': '() => outer',
  'structuredClone is neither': '(input) => structuredClone(input)',
  'Object.hasOwn, which': "(input) => Object.hasOwn(input, 'a')",
  'Object.fromEntries, which': "(input) => Object['fromEntries'](input)",
  'Array.from, which': '(input) => input.map(Array.from)',
  'JSON.stringify, which': '(input) => JSON.stringify(input)',
  'at(), which': '(input) => input.at(-1)',
  'flat(), which': "(input) => input['flat']()",
  'replaceAll(), which': "(input) => input.replaceAll('a', 'b')",
} as const;

test('the probe language refuses syntax that the oldest host does not run', (t) => {
  for (const [what, source] of Object.entries(REFUSED)) {
    const complaints = probeComplaints(source);
    t.ok(complaints.length === 1 && complaints[0]?.startsWith(what), `${what}: ${complaints}`);
  }
  t.deepEqual(
    probeComplaints(
      'async (input, t) => { const all = []; for (let i = 0; i < input.length; i++) all.push(t.r); await all; return all; }',
    ),
    [],
  );
  t.end();
});

const handlersIn = (setup: Setup): Handler[] =>
  setup.flatMap(({ args, block = [] }) => [
    ...args.flatMap((arg) => (typeof arg === 'function' ? [arg] : [])),
    ...handlersIn(block),
  ]);

test('everything lifted into targets is in the probe language', async (t) => {
  const lifted = new Map<string, string>(
    [
      encoder,
      decoder,
      inTarget,
      jsonWriter,
      speller,
      decoded,
      byteStringReader,
      stepBytes,
      stepSummaries,
      carryingProbe,
    ].map((f) => [f.toString(), f.name]),
  );
  for (const { load } of objects) {
    for (const { cases } of (await load()).requirements) {
      for (const { id, body } of cases) {
        const { probe, setup } = body();
        for (const f of [...(probe === undefined ? [] : [probe]), ...handlersIn(setup)]) {
          if (!lifted.has(liftedSource(f))) lifted.set(liftedSource(f), id);
        }
      }
    }
  }
  for (const [source, where] of lifted) {
    const complaints = probeComplaints(source);
    if (complaints.length > 0) t.fail(`${where}: ${complaints.join('; ')}`);
  }
  t.ok(lifted.size > 3, `${lifted.size} functions`);
});
