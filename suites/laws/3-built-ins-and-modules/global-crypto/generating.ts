/** 3/global-crypto/crypto-subtle-generate-key: generated keys. Node imports them from their exports. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { call, endsAsNode, exporting, onlyIf, report, type SubtleCall } from './calls.js';
import type { AlgorithmRow } from './keys.js';
import { defined, type SubtleAlgorithm } from './node-subtle.js';
import { type Halves, SECRET, usesOf } from './uses.js';

/** An algorithm, whose members may also be top-level members. With `bare` calls receive only its name. */
interface KeyGeneration extends Omit<AlgorithmRow, 'algorithm'> {
  readonly algorithm: Plain;
  readonly usages: readonly string[];
}

function algorithmOf({ algorithm, hash, namedCurve, length }: KeyGeneration): SubtleAlgorithm {
  const given = typeof algorithm === 'string' ? { name: algorithm } : decode(algorithm);
  return Object.assign({ name: '' }, given, defined({ hash, namedCurve, length }));
}

const generating = (as: string, of: KeyGeneration, extractable = true): SubtleCall =>
  call(as, 'generateKey', of.bare === true ? algorithmOf(of).name : algorithmOf(of), extractable, of.usages);

/** A key and one more, in every format and used. */
export const makesSecret = endsAsNode((of: KeyGeneration) => [
  generating('key', of),
  exporting('key', 'raw'),
  exporting('key', 'jwk'),
  report('key'),
  generating('next', of),
  exporting('next', 'raw'),
  ...usesOf(algorithmOf(of), SECRET),
]);

const PAIR: Halves = { privateKey: '$pair.privateKey', publicKey: '$pair.publicKey' };

/** A pair of matching keys, and one more if that does not take long. */
export const makesPair = endsAsNode((of: KeyGeneration) => {
  const isRsa = algorithmOf(of).name.startsWith('RSA');
  const more = [exporting('pair.publicKey', 'raw'), generating('next', of), exporting('next.privateKey', 'pkcs8')];
  return [
    generating('pair', of),
    exporting('pair.privateKey', 'pkcs8'),
    exporting('pair.publicKey', 'spki'),
    exporting('pair.privateKey', 'jwk'),
    exporting('pair.publicKey', 'jwk'),
    report('pair.privateKey'),
    report('pair.publicKey'),
    ...(isRsa ? [] : more),
    ...usesOf(algorithmOf(of), PAIR),
  ];
});

/** The usages of keys, and whether they can be exported. */
interface Purpose extends KeyGeneration {
  readonly extractable: boolean;
  /** Usages of the private key, and of the public one. */
  readonly then: readonly (readonly string[])[];
}

/** A key or pair with the requested usages. A key that may not be exported is refused in every format. */
export const makesKeysFor = endsAsNode((of: Purpose) => {
  const { extractable, then } = of;
  const [usages, publicUsages] = then;
  const { hash, namedCurve } = algorithmOf(of);
  const own = publicUsages === undefined ? 'key' : 'key.privateKey';
  const type = publicUsages === undefined ? 'secret' : 'private';
  return [
    generating('key', of, extractable),
    ...[publicUsages === undefined ? 'raw' : 'pkcs8', 'jwk'].map((format) =>
      onlyIf(extractable, exporting(own, format)),
    ),
    report(own, { type, extractable, usages, algorithm: { hash, namedCurve } }),
    ...(publicUsages === undefined ? [] : [report('key.publicKey', { usages: publicUsages })]),
  ];
});

/** generateKey, importKey and deriveKey create keys, which all report their properties. */
export const describesKeys = endsAsNode((_: object) => {
  const aes = { name: 'AES-CBC', length: 128 };
  const usages = ['encrypt', 'decrypt'];
  const from = { name: 'PBKDF2', hash: 'SHA-256', salt: Buffer.alloc(16), iterations: 1 };
  const known = { type: 'secret', extractable: true, usages, algorithm: { length: 128 } };
  return [
    call('generated', 'generateKey', aes, true, usages),
    call('imported', 'importKey', 'raw', Buffer.alloc(16), { name: 'AES-CBC' }, true, usages),
    call('base', 'importKey', 'raw', Buffer.alloc(16), 'PBKDF2', false, ['deriveKey']),
    call('derived', 'deriveKey', from, '$base', aes, true, usages),
    ...['generated', 'imported', 'derived'].map((name) => report(name, known)),
  ];
});
