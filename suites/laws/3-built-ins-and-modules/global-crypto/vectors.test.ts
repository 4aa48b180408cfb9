import { readdirSync, readFileSync, statSync } from 'node:fs';
import test, { type Test } from 'tape';
import { parse } from 'yaml';
import { casesOf } from '../../../../spec/reading/case-names.js';
import { PACKAGE_ROOT } from '../../../../spec/reading/root.js';
import type { RequirementFile } from '../../../../spec/types/requirement.js';
import { stepper } from '../../../inside/steps.js';
import type { Trial } from '../../../language/trial.js';
import { TOOLS } from '../../support/differential.js';
import { stepOrder } from './calls.js';
import { type CryptoVector, parseVectors, type VectorStep, vectorFile } from './vector-files.js';
import { askedOf, isAsPublished, type Section, vectorSteps, vectorsIn } from './vectors.js';

const OBJECT = `${PACKAGE_ROOT}/spec/3-built-ins-and-modules/global-crypto`;
const FILES = readdirSync(`${OBJECT}/vectors`).flatMap((name) => (name.endsWith('.txt') ? [name.slice(0, -4)] : []));

test('vectors are read unchanged', (t) => {
  const lines = [
    '# from somewhere',
    'step { "call": ["digest", "$hash", "$message"] }',
    'columns id key message',
    'file first hash=SHA-256',
    'valid Plain,Twice',
    ' 1 a2V5 bXNn',
    ' 2 " -',
    'file second',
    'invalid Wrong',
    'columns id message',
    ' A.1 bXNn',
  ];
  const { steps, vectors } = parseVectors(lines.join('\n'));
  const parsed = vectors.map(({ name, result, flags, fields }) => {
    return [name, result, flags.join(), ...['key', 'message', 'hash'].map((column) => fields.get(column) ?? '')];
  });
  t.deepEqual(steps, [{ call: ['digest', '$hash', '$message'] }]);
  t.deepEqual(parsed, [
    ['first 1', 'valid', 'Plain,Twice', 'a2V5', 'bXNn', 'SHA-256'],
    ['first 2', 'valid', 'Plain,Twice', 'a2V5', '', 'SHA-256'],
    ['second A.1', 'invalid', 'Wrong', '', 'bXNn', ''],
  ]);
  t.throws(() => parseVectors('columns id key\nfile f\nvalid Plain\n 1'), /no vector/, 'a field is missing');
  const again = 'columns id key\nfile f\nvalid Plain\n 1 a2V5\ncolumns id message\n 2 "';
  t.throws(() => parseVectors(again), /no vector/, 'there is nothing above');
  t.throws(() => parseVectors('columns id\n 1'), /no vector/, 'what must come of it is not said');
  t.end();
});

test('the vectors name their sources, and are few bytes', (t) => {
  for (const file of FILES) {
    const text = readFileSync(`${OBJECT}/vectors/${file}.txt`, 'utf8');
    t.ok(/^# .*\b(Wycheproof.*Apache License 2\.0|RFC \d+|NIST)/m.test(text), file);
  }
  const size = FILES.reduce((sum, file) => sum + statSync(`${OBJECT}/vectors/${file}.txt`).size, 0);
  t.ok(size <= 1_500_000, `${size} bytes`);
  t.end();
});

/** The data of the cases. */
function sections(): readonly Section[] {
  const file: RequirementFile = parse(readFileSync(`${OBJECT}/vectors.yaml`, 'utf8'));
  return file.requirements.flatMap(({ cases = [] }) =>
    cases.flatMap((one) => casesOf(one, file).map(({ data }): Section => JSON.parse(JSON.stringify(data)))),
  );
}

test('each vector is in one case; those that may fail are recorded as well', (t) => {
  const plain = sections().filter(({ keys, unrefused }) => keys === undefined && unrefused === undefined);
  const seen = new Map<string, number>();
  for (const section of plain) {
    const vectors = vectorsIn(section);
    t.ok(vectors.length > 0, JSON.stringify(section));
    for (const { name } of vectors) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  const all = FILES.flatMap((file) => vectorFile(file).vectors);
  t.equal(new Set(all.map(({ name }) => name)).size, all.length, 'no name is given twice');
  const twice = (vector: CryptoVector) => vector.result === 'acceptable' && !vector.name.startsWith('rsa_');
  t.deepEqual(
    all.filter((vector) => seen.get(vector.name) !== (twice(vector) ? 2 : 1)).map(({ name }) => name),
    [],
  );
  t.end();
});

test('each step applies to some vector, and each vector is judged', (t) => {
  for (const of of FILES) {
    const { steps, vectors } = vectorFile(of);
    const made = vectors.map((vector) => vectorSteps(of, vector));
    t.deepEqual(
      steps.filter((step) => !made.some((some) => some.includes(step))),
      [],
      `${of}: all steps are made`,
    );
    const isJudged = (some: readonly VectorStep[]) => some.some(({ returns }) => returns !== undefined);
    t.ok(made.every(isJudged), `${of}: all vectors are judged`);
  }
  t.end();
});

const trialOf = (section: Section): Trial => {
  const trials = isAsPublished(section).trials((path) => path);
  if (!('one' in trials)) throw new Error('vectors are not drawn');
  return trials.one;
};

/** The judgement of the law for outcomes. */
function judged(trial: Trial, outcomes: unknown): true | string {
  const expected = trial.expect();
  if (expected.expects !== 'satisfies') throw new Error('outcomes are looked at together');
  return expected.test(outcomes);
}

/** The results of Node's Web Crypto for a case. */
async function outcomesOf(section: Section): Promise<readonly unknown[]> {
  const outcomes = await stepper(TOOLS)(stepOrder(askedOf(section).calls));
  return 'cannotMake' in outcomes ? [] : outcomes;
}

const SOME: readonly Section[] = [
  { of: 'aes-cbc', flag: 'Standard' },
  { of: 'aes-kw', flag: 'Standard' },
  { of: 'hkdf', flag: 'MaximalOutputSize' },
  { of: 'hmac', flag: 'ModifiedTag', lacking: 'sha-1', unrefused: 'invalid' },
  { of: 'hmac', flag: 'Standard', keys: 'jwk' },
];

test('the published results equal those of Node, and others are rejected', async (t) => {
  for (const section of SOME) {
    const name = JSON.stringify(section);
    const trial = trialOf(section);
    const outcomes = await outcomesOf(section);
    t.equal(judged(trial, outcomes), true, name);
    const others = [
      ['returned', new ArrayBuffer(0)],
      ['returned', new ArrayBuffer(3)],
      ['returned', {}],
      'none',
      ['returned', true],
    ];
    for (const other of others)
      t.notEqual(
        judged(
          trial,
          outcomes.map(() => other),
        ),
        true,
        `${name}: ${JSON.stringify(other)}`,
      );
  }
  t.equal(typeof judged(trialOf({ of: 'aes-cbc', flag: 'Standard' }), 'none'), 'string', 'no list');
});

test('refusable vectors may be refused, and valid ones may not', (t) => {
  const refuses = (section: Section) => judged(trialOf(section), new Array(2000).fill(['rejected'])) === true;
  t.deepEqual(
    [
      refuses({ of: 'aes-cbc', flag: 'BadPadding' }),
      refuses({ of: 'aes-gcm', flag: 'SmallIv' }),
      refuses({ of: 'ecdsa-p-256', flag: 'RangeCheck' }),
      refuses({ of: 'x25519', acceptable: true, refusable: true }),
    ],
    [true, true, true, true],
  );
  t.deepEqual(
    [
      refuses({ of: 'aes-cbc', flag: 'Pseudorandom' }),
      refuses({ of: 'ecdsa-p-256', unrefused: 'invalid' }),
      refuses({ of: 'x25519', acceptable: true }),
      refuses({ of: 'hkdf', unrefused: 'others' }),
      refuses({ of: 'hkdf', flag: 'OutputCollision' }),
    ],
    [false, false, false, false, false],
  );
  t.throws(() => trialOf({ of: 'aes-cbc', flag: 'Misspelt' }), /no vector/, 'a case without vectors is none');
  t.end();
});

/** The texts of a vector's keys. */
const keysOf = (vector: CryptoVector): readonly string[] =>
  ['key', 'private']
    .flatMap((column) => (vector.fields.get(column) ?? '').split(/[."]/))
    .filter((text) => text.length > 8);

const showsNoKey = (t: Test, section: Section): void => {
  const trial = trialOf(section);
  const wrong = judged(trial, new Array(2000).fill(['returned', new ArrayBuffer(3)]));
  const report = `${JSON.stringify(trial.shown)} ${wrong}`;
  const vectors = vectorsIn(section);
  t.ok(
    vectors.every(({ name }) => report.includes(name)),
    `${section.of}: vectors are named`,
  );
  const keys = new Set(vectors.flatMap(keysOf));
  t.deepEqual(
    [...keys].filter((key) => report.includes(key)),
    [],
    `${section.of}: keys are not`,
  );
};

test('reports name vectors, and do not show their keys', (t) => {
  showsNoKey(t, { of: 'aes-kw', flag: 'Standard' });
  showsNoKey(t, { of: 'hmac', flag: 'Standard' });
  showsNoKey(t, { of: 'rsassa-pkcs1', flag: 'Standard' });
  showsNoKey(t, { of: 'ecdh-p-256', flag: 'Standard' });
  showsNoKey(t, { of: 'x25519', flag: 'InvalidPublic' });
  t.end();
});
