/** 3/global-crypto/crypto-subtle-sign and verify: signatures, those of a target for Node and those of Node for the target. */
import { constants, createHmac, type KeyObject, sign, verify } from 'node:crypto';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { type KeyName, privateHalf, publicHalf } from './fixed-keys.js';
import { givenFor, type Named, secretOf } from './importing.js';
import { type Call, call, checked, demand, type Play, played, type Told } from './playing.js';
import { pkcs8Of, spkiOf } from './uses.js';

/** A key, one of those that are known or a secret one of so many bytes, and what comes with each signature. */
interface Signer extends Named {
  readonly key?: KeyName;
  readonly size?: number;
  /** The hash of ECDSA, which is no part of its keys. */
  readonly digest?: string;
  readonly saltLength?: number;
  /** Calls are given the name of the algorithm alone. */
  readonly alone?: boolean;
  /** Members of the algorithm that mean nothing to it. */
  readonly besides?: { readonly [name: string]: string | number };
}

const messageOf = (size: number): Buffer => Buffer.from(secretOf(size + 7).subarray(7));

const useOf = ({ algorithm: name, digest, saltLength, alone, besides }: Signer): unknown =>
  alone === true
    ? name
    : {
        name,
        ...(digest === undefined ? {} : { hash: digest }),
        ...(saltLength === undefined ? {} : { saltLength }),
        ...besides,
      };

type Half = 'private' | 'public';

/** Both halves of a secret key are the same key, read once for each use. */
function imported(of: Signer, half: Half, usages: readonly string[], as: string = half): Call {
  const { key, size = 0 } = of;
  if (key === undefined) return call(as, 'importKey', 'raw', secretOf(size), givenFor(of), false, usages);
  return half === 'private'
    ? call(as, 'importKey', 'pkcs8', pkcs8Of(key), givenFor(of), false, usages)
    : call(as, 'importKey', 'spki', spkiOf(key), givenFor(of), false, usages);
}

const halves = (of: Signer): readonly Call[] => [imported(of, 'private', ['sign']), imported(of, 'public', ['verify'])];

const nodeHash = (hash: string): string => hash.replace('-', '').toLowerCase();

/** The hash by the name that Node has for it; Ed25519 has its own. */
function digestOf({ algorithm, hash, digest }: Signer): string | null {
  const name = digest ?? hash;
  return algorithm === 'Ed25519' || name === undefined ? null : nodeHash(name);
}

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;

const nodeKey = ({ algorithm, saltLength = 0 }: Signer, key: KeyObject) => ({
  key,
  dsaEncoding: 'ieee-p1363' as const,
  ...(algorithm.startsWith('RSA')
    ? { padding: algorithm === 'RSA-PSS' ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING, saltLength }
    : {}),
});

function keyNameOf({ key }: Signer): KeyName {
  if (key === undefined) throw new Error('a pair is wanted, and none is named');
  return key;
}

const macOf = ({ hash = '', size = 0 }: Signer, message: Buffer): Buffer =>
  createHmac(nodeHash(hash), secretOf(size)).update(message).digest();

function signedByNode(of: Signer, message: Buffer): Buffer {
  if (of.algorithm === 'HMAC') return macOf(of, message);
  return sign(digestOf(of), message, nodeKey(of, privateHalf(keyNameOf(of))));
}

function verifiedByNode(of: Signer, message: Buffer, signature: Buffer): boolean {
  if (of.algorithm === 'HMAC') return macOf(of, message).equals(signature);
  return verify(digestOf(of), message, nodeKey(of, publicHalf(keyNameOf(of))), signature);
}

function demandSignature(told: Told, as: string, of: Signer, message: Buffer): void {
  demand(verifiedByNode(of, message, told.bytes(as)), `${as} is none for Node`);
}

const signing = (as: string, of: Signer, message: unknown): Call => call(as, 'sign', useOf(of), '$private', message);
const verifying = (as: string, of: Signer, signature: unknown, message: unknown): Call =>
  call(as, 'verify', useOf(of), '$public', signature, message);

/** Messages of so many bytes: what the target signs is a signature for Node and for itself, and what Node signs is one for the target. */
export const signs = example({
  secret: true,
  input: (of: Signer & { readonly sizes: readonly number[] }): Play => ({
    given: {},
    calls: [
      ...halves(of),
      ...of.sizes.flatMap((size) => [
        signing(`signature-${size}`, of, messageOf(size)),
        verifying(`own-${size}`, of, `$signature-${size}`, messageOf(size)),
        verifying(`foreign-${size}`, of, signedByNode(of, messageOf(size)), messageOf(size)),
        verifying(`longer-${size}`, of, `$signature-${size}`, messageOf(size + 1)),
      ]),
    ],
    blind: true,
  }),
  probe: played,
  expect: (of) =>
    checked('signatures', (told) => {
      for (const size of of.sizes) {
        demandSignature(told, `signature-${size}`, of, messageOf(size));
        demand(told.value(`own-${size}`) === true, `the signature of ${size} bytes is not verified`);
        demand(told.value(`foreign-${size}`) === true, `the signature of Node for ${size} bytes is not verified`);
        demand(told.value(`longer-${size}`) === false, `the signature of ${size} bytes is verified for one more`);
      }
    }),
});

type Changed = 'signature' | 'message';

/** A bit of the byte at a place, of which the negative are counted from the end. */
function turned(bytes: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  const index = (at + copy.length) % copy.length;
  copy[index] = (copy[index] ?? 0) ^ (1 << bit);
  return copy;
}

const MESSAGE = messageOf(100);

/** Where a bit is turned, by the part of the length and the bit. */
const PLACES: readonly (readonly [at: (length: number) => number, bit: number])[] = [
  [() => 0, 0],
  [() => 0, 7],
  [(length) => Math.floor(length / 2) - 1, 3],
  [(length) => Math.floor(length / 2), 7],
  [() => -1, 0],
  [() => -1, 7],
];

/** A signature by Node of which one bit is another, or of a message of which one bit is: it is none. */
export const detects = example({
  secret: true,
  input: (of: Signer & { readonly changed: Changed }): Play => {
    const signature = signedByNode(of, MESSAGE);
    return {
      given: {},
      calls: [
        imported(of, 'public', ['verify']),
        verifying('good', of, signature, MESSAGE),
        ...PLACES.map(([at, bit], n) =>
          of.changed === 'signature'
            ? verifying(`bad-${n}`, of, turned(signature, at(signature.length), bit), MESSAGE)
            : verifying(`bad-${n}`, of, signature, turned(MESSAGE, at(MESSAGE.length), bit)),
        ),
      ],
      blind: true,
    };
  },
  probe: played,
  expect: (of) =>
    checked('what is no signature', (told) => {
      demand(told.value('good') === true, 'the signature is not verified');
      for (const n of PLACES.keys())
        demand(told.value(`bad-${n}`) === false, `what has a bit turned in the ${of.changed} is verified (${n})`);
    }),
});

/** Of what is not as long as a signature it is told that it is none, or it is refused. */
export const measures = example({
  secret: true,
  input: (of: Signer & { readonly message?: number }): Play => {
    const message = of.message === undefined ? MESSAGE : messageOf(of.message);
    const signature = signedByNode(of, message);
    const half = signature.length / 2;
    const others: readonly Buffer[] = [
      Buffer.alloc(0),
      signature.subarray(0, 1),
      signature.subarray(0, half),
      signature.subarray(0, -1),
      signature.subarray(1),
      Buffer.concat([signature, Buffer.alloc(1)]),
      Buffer.concat([Buffer.alloc(1), signature]),
      Buffer.concat([signature, signature]),
    ];
    return {
      given: {},
      calls: [
        imported(of, 'public', ['verify']),
        verifying('good', of, signature, message),
        ...others.map((other, n) => verifying(`bad-${n}`, of, other, message)),
      ],
      blind: true,
    };
  },
  probe: played,
  expect: () =>
    checked('what is no signature', (told) => {
      demand(told.value('good') === true, 'the signature is not verified');
      for (let n = 0; n < 8; n++) demand(!told.gave(`bad-${n}`, true), `what is of another length is verified (${n})`);
    }),
});

/** A signature that Node made in another way, with another key, hash or salt, is none. */
export const distinguishes = example({
  secret: true,
  input: (of: Signer & { readonly by: Partial<Signer> }): Play => ({
    given: {},
    calls: [
      imported(of, 'public', ['verify']),
      verifying('good', of, signedByNode(of, MESSAGE), MESSAGE),
      verifying('bad', of, signedByNode({ ...of, ...of.by }, MESSAGE), MESSAGE),
    ],
    blind: true,
  }),
  probe: played,
  expect: () =>
    checked('what is no signature', (told) => {
      demand(told.value('good') === true, 'the signature is not verified');
      demand(!told.gave('bad', true), 'a signature that was made in another way is verified');
    }),
});

/** The same message signed twice: the same bytes, or others where chance is a part of it. */
export const repeats = example({
  secret: true,
  input: (of: Signer & { readonly same: boolean }): Play => ({
    given: {},
    calls: [imported(of, 'private', ['sign']), signing('one', of, MESSAGE), signing('two', of, MESSAGE)],
    blind: true,
  }),
  probe: played,
  expect: (of) =>
    checked('two signatures', (told) => {
      for (const one of ['one', 'two']) demandSignature(told, one, of, MESSAGE);
      const isSame = told.bytes('one').equals(told.bytes('two'));
      demand(isSame === of.same, `the signatures are ${isSame ? 'the same' : 'not the same'}`);
    }),
});

type Kind = 'ArrayBuffer' | 'DataView' | 'Buffer' | 'Uint16Array' | 'Float64Array';

function bytesAs(kind: Kind, bytes: Buffer): unknown {
  const { buffer } = new Uint8Array(bytes);
  switch (kind) {
    case 'Buffer':
      return bytes;
    case 'ArrayBuffer':
      return buffer;
    case 'DataView':
      return new DataView(buffer);
    case 'Uint16Array':
      return new Uint16Array(buffer);
    default:
      return new Float64Array(buffer);
  }
}

/** Messages and signatures are bytes in any kind of buffer. */
export const takes = example({
  secret: true,
  input: (of: Signer & { readonly as: Kind }): Play => {
    const message = bytesAs(of.as, messageOf(64));
    const signature = bytesAs(of.as, signedByNode(of, messageOf(64)));
    return {
      given: {},
      calls: [...halves(of), signing('signature', of, message), verifying('good', of, signature, message)],
      blind: true,
    };
  },
  probe: played,
  expect: (of) =>
    checked('a signature', (told) => {
      demandSignature(told, 'signature', of, messageOf(64));
      demand(told.value('good') === true, 'the signature of Node is not verified');
    }),
});

/** What is overwritten once the call was made was signed, or verified, as it was. */
export const keeps = example({
  secret: true,
  input: (of: Signer): Play => {
    const data = new Uint8Array(MESSAGE);
    const signature = new Uint8Array(signedByNode(of, MESSAGE));
    return {
      given: { data, next: new Uint8Array(data), kept: new Uint8Array(data), signature },
      calls: [
        ...halves(of),
        { ...signing('signed', of, '$data'), spoils: 'data' },
        { ...verifying('message', of, '$signature', '$next'), spoils: 'next' },
        { ...verifying('signature', of, '$signature', '$kept'), spoils: 'signature' },
      ],
      blind: true,
    };
  },
  probe: played,
  expect: (of) =>
    checked('a signature of what was there', (told) => {
      demandSignature(told, 'signed', of, MESSAGE);
      for (const one of ['message', 'signature'])
        demand(told.value(one) === true, `the ${one} is looked at after the call`);
    }),
});

/** A call of one of the two with something in it that is wrong. */
interface Wrong extends Signer {
  readonly call: 'sign' | 'verify';
  readonly half: Half;
  readonly usages: readonly string[];
  /** What stands for the algorithm, the key, the message or the signature. */
  readonly use?: Plain;
  readonly instead?: Plain;
  readonly message?: Plain;
  readonly signature?: Plain;
}

const wrongly = (of: Wrong): Play => {
  const { half, usages } = of;
  const use = of.use === undefined ? useOf(of) : decode(of.use);
  const key = of.instead === undefined ? '$key' : decode(of.instead);
  const message = of.message === undefined ? MESSAGE : decode(of.message);
  const signature = of.signature === undefined ? [signedByNode(of, MESSAGE)] : [decode(of.signature)];
  return {
    given: {},
    calls: [
      imported(of, half, usages, 'key'),
      call('wrong', of.call, use, key, ...(of.call === 'verify' ? signature : []), message),
    ],
    blind: true,
  };
};

/** It is refused. */
export const refuses = example({
  secret: true,
  input: wrongly,
  probe: played,
  expect: () => checked('a refusal', (told) => told.refused('wrong')),
});

/** What becomes of it is left open. */
export const records = example({ secret: true, input: wrongly, probe: played, expect: () => anything });
