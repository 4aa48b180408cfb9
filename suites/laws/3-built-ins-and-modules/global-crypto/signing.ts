/** 3/global-crypto/crypto-subtle-sign and verify */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { changed } from '../../support/damages.js';
import { byNode, call, endsAsNode, keeping, leavesOpen, overwriting, refusable, refused } from './calls.js';
import { type Half, type KeyName, keyAs, secretOf } from './fixed-keys.js';
import { givenFor, type KeyRow } from './importing.js';
import { defined } from './node-subtle.js';

/** A key, one of those that are known or a secret one of so many bytes, and what comes with each signature. */
interface Signer extends KeyRow {
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

const messageOf = (size: number): Buffer => secretOf(size + 7).subarray(7);

function useOf({ algorithm: name, digest: hash, saltLength, alone, besides }: Signer): unknown {
  if (alone === true) return name;
  return { name, ...defined({ hash, saltLength }), ...besides };
}

/** Both halves of a secret key are the same key, read once for each use. */
const imported = (of: Signer, half: Half, usages: readonly string[], as: string = half) =>
  call(as, 'importKey', ...keyAs(of.key ?? of.size ?? 0, half), givenFor(of), false, usages);

const PRIVATE: readonly ['private', readonly string[]] = ['private', ['sign']];
const PUBLIC: readonly ['public', readonly string[]] = ['public', ['verify']];

const signing = (as: string, of: Signer, message: unknown) => call(as, 'sign', useOf(of), '$private', message);
const verifying = (as: string, of: Signer, signature: unknown, message: unknown) =>
  call(as, 'verify', useOf(of), '$public', signature, message);

const signedByNode = (of: Signer, message: Buffer): Buffer =>
  byNode([imported(of, ...PRIVATE), signing('signature', of, message)]);

/** Messages of so many bytes: signatures of the target and of Node are verified, and none is for a longer message. */
export const signs = endsAsNode((of: Signer & { readonly sizes: readonly number[] }) => [
  imported(of, ...PRIVATE),
  imported(of, ...PUBLIC),
  ...of.sizes.flatMap((size) => [
    signing(`signature${size}`, of, messageOf(size)),
    verifying(`own${size}`, of, `$signature${size}`, messageOf(size)),
    verifying(`foreign${size}`, of, signedByNode(of, messageOf(size)), messageOf(size)),
    verifying(`longer${size}`, of, `$signature${size}`, messageOf(size + 1)),
  ]),
]);

const MESSAGE = messageOf(100);

/** Bytes with one bit turned: at both ends and in the middle. */
function turned(bytes: Buffer): readonly Buffer[] {
  const middle = Math.floor(bytes.length / 2);
  const places = [0, middle - 1, middle, bytes.length - 1];
  return places.flatMap((at) => [1, 128].map((bits) => changed(bytes, at, bits)));
}

/** A signature by Node of which one bit is another, or of a message of which one bit is: it is none. */
export const detects = endsAsNode((of: Signer & { readonly changed: 'signature' | 'message' }) => {
  const signature = signedByNode(of, MESSAGE);
  const wrong =
    of.changed === 'signature'
      ? turned(signature).map((other, n) => verifying(`wrong${n}`, of, other, MESSAGE))
      : turned(MESSAGE).map((other, n) => verifying(`wrong${n}`, of, signature, other));
  return [imported(of, ...PUBLIC), verifying('right', of, signature, MESSAGE), ...wrong];
});

/** What is not as long as a signature is none, or is refused. */
export const measures = endsAsNode((of: Signer & { readonly message?: number }) => {
  const message = of.message === undefined ? MESSAGE : messageOf(of.message);
  const signature = signedByNode(of, message);
  const others = [
    Buffer.alloc(0),
    signature.subarray(0, 1),
    signature.subarray(0, signature.length / 2),
    signature.subarray(0, -1),
    signature.subarray(1),
    Buffer.concat([signature, Buffer.alloc(1)]),
    Buffer.concat([Buffer.alloc(1), signature]),
    Buffer.concat([signature, signature]),
  ];
  const wrong = others.map((other, n) => refusable(verifying(`wrong${n}`, of, other, message)));
  return [imported(of, ...PUBLIC), verifying('right', of, signature, message), ...wrong];
});

/** A signature that Node made in another way, with another key, hash or salt, is none, or is refused. */
export const distinguishes = endsAsNode((of: Signer & { readonly by: Partial<Signer> }) => [
  imported(of, ...PUBLIC),
  verifying('right', of, signedByNode(of, MESSAGE), MESSAGE),
  refusable(verifying('wrong', of, signedByNode({ ...of, ...of.by }, MESSAGE), MESSAGE)),
]);

/** The same message signed twice: the same bytes, or others where chance is a part of it, as with Node. */
export const repeats = endsAsNode((of: Signer) => [
  imported(of, ...PRIVATE),
  signing('one', of, MESSAGE),
  signing('two', of, MESSAGE),
]);

/** Each begins where its memory begins: views of a part of one are judged with other calls. */
function buffersOf(bytes: Buffer) {
  const { buffer } = new Uint8Array(bytes);
  const views = { Uint16Array: new Uint16Array(buffer), Float64Array: new Float64Array(buffer) };
  return { ArrayBuffer: buffer, Buffer: bytes, DataView: new DataView(buffer), ...views };
}

/** Messages and signatures are bytes in any kind of buffer. */
export const takes = endsAsNode((of: Signer & { readonly as: keyof ReturnType<typeof buffersOf> }) => {
  const message = buffersOf(messageOf(64))[of.as];
  return [
    imported(of, ...PRIVATE),
    imported(of, ...PUBLIC),
    signing('signature', of, message),
    verifying('verified', of, buffersOf(signedByNode(of, messageOf(64)))[of.as], message),
  ];
});

/** What is overwritten once the call was made was signed, or verified, as it was. */
export const keeps = endsAsNode((of: Signer) => [
  ...keeping({ data: MESSAGE, next: MESSAGE, kept: MESSAGE, signature: signedByNode(of, MESSAGE) }),
  imported(of, ...PRIVATE),
  imported(of, ...PUBLIC),
  overwriting('data', signing('signed', of, '$data')),
  overwriting('next', verifying('message', of, '$signature', '$next')),
  overwriting('signature', verifying('verified', of, '$signature', '$kept')),
]);

/** A call of one of the two with something in it that is wrong. */
interface WrongCall extends Signer {
  readonly call: 'sign' | 'verify';
  readonly half: Half;
  readonly usages: readonly string[];
  /** What stands for the algorithm, the key, the message or the signature. */
  readonly use?: Plain;
  readonly instead?: Plain;
  readonly message?: Plain;
  readonly signature?: Plain;
}

function wrongCall(of: WrongCall) {
  const use = of.use === undefined ? useOf(of) : decode(of.use);
  const key = of.instead === undefined ? '$key' : decode(of.instead);
  const message = of.message === undefined ? MESSAGE : decode(of.message);
  if (of.call === 'sign') return call('wrong', 'sign', use, key, message);
  const signature = of.signature === undefined ? signedByNode(of, MESSAGE) : decode(of.signature);
  return call('wrong', 'verify', use, key, signature, message);
}

export const refuses = endsAsNode((of: WrongCall) => [imported(of, of.half, of.usages, 'key'), refused(wrongCall(of))]);
export const records = leavesOpen((of: WrongCall) => [imported(of, of.half, of.usages, 'key'), wrongCall(of)]);
