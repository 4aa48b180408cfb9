/** 3/global-crypto/crypto-subtle-sign and verify */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { changed } from '../../support/damages.js';
import { byNode, call, endsAsNode, leavesOpen, overwriting, refusable, refused } from './calls.js';
import { type Half, importing, type KeyRow, secretOf } from './keys.js';
import { defined } from './node-subtle.js';

/** A key, and the parameters of each signature. */
interface Signer extends KeyRow {
  /** The hash of ECDSA, which its keys do not contain. */
  readonly digest?: string;
  readonly saltLength?: number;
  /** Calls receive only the name of the algorithm. */
  readonly alone?: boolean;
  /** Members that the algorithm ignores. */
  readonly besides?: { readonly [name: string]: string | number };
}

const messageOf = (size: number): Buffer => secretOf(size + 7).subarray(7);
const MESSAGE = messageOf(100);

function useOf({ algorithm: name, digest: hash, saltLength, alone, besides }: Signer): unknown {
  if (alone === true) return name;
  return { name, ...defined({ hash, saltLength }), ...besides };
}

const forSigning = (of: Signer) => importing('private', of, 'private', ['sign']);
const forVerifying = (of: Signer) => importing('public', of, 'public', ['verify']);
const signing = (as: string, of: Signer, message: unknown = MESSAGE) =>
  call(as, 'sign', useOf(of), '$private', message);
const verifying = (as: string, of: Signer, signature: unknown, message: unknown = MESSAGE) =>
  call(as, 'verify', useOf(of), '$public', signature, message);

const signedByNode = (of: Signer, message = MESSAGE): Buffer =>
  byNode([forSigning(of), signing('signature', of, message)]);

/** Messages of so many bytes: signatures of target and Node are verified, and none is valid for a longer message. */
export const signsSizes = endsAsNode((of: Signer & { readonly sizes: readonly number[] }) => [
  forSigning(of),
  forVerifying(of),
  ...of.sizes.flatMap((size) => [
    signing(`signature${size}`, of, messageOf(size)),
    verifying(`own${size}`, of, `$signature${size}`, messageOf(size)),
    verifying(`foreign${size}`, of, signedByNode(of, messageOf(size)), messageOf(size)),
    verifying(`longer${size}`, of, `$signature${size}`, messageOf(size + 1)),
  ]),
]);

/** A signature by Node is verified, together with other calls. */
const verifiesBeside = <D extends Signer>(
  others: (of: D, signature: Buffer, message: Buffer) => readonly ReturnType<typeof call>[],
  messageFor: (of: D) => Buffer = () => MESSAGE,
) =>
  endsAsNode((of: D) => {
    const message = messageFor(of);
    const signature = signedByNode(of, message);
    return [forVerifying(of), verifying('right', of, signature, message), ...others(of, signature, message)];
  });

/** Bytes with one flipped bit: at both ends and in the middle. */
function turned(bytes: Buffer): readonly Buffer[] {
  const middle = Math.floor(bytes.length / 2);
  const places = [0, middle - 1, middle, bytes.length - 1];
  return places.flatMap((at) => [1, 128].map((bits) => changed(bytes, at, bits)));
}

/** A signature with another bit, or of a message with another bit, is invalid. */
export const detectsChanges = verifiesBeside((of: Signer & { readonly changed: 'signature' | 'message' }, signature) =>
  of.changed === 'signature'
    ? turned(signature).map((other, n) => verifying(`wrong${n}`, of, other))
    : turned(MESSAGE).map((other, n) => verifying(`wrong${n}`, of, signature, other)),
);

/** A value of another length than a signature is invalid, or refused. */
export const detectsLengths = verifiesBeside(
  (of: Signer & { readonly message?: number }, signature, message) => {
    const zero = Buffer.alloc(1);
    const shorter = [0, 1, signature.length / 2, -1].map((end) => signature.subarray(0, end));
    const longer = [
      [signature, zero],
      [zero, signature],
      [signature, signature],
    ].map((all) => Buffer.concat(all));
    return [...shorter, signature.subarray(1), ...longer].map((other, n) =>
      refusable(verifying(`wrong${n}`, of, other, message)),
    );
  },
  ({ message }) => (message === undefined ? MESSAGE : messageOf(message)),
);

/** A signature that Node made in another way, with another key, hash or salt, is invalid, or refused. */
export const detectsOthers = verifiesBeside((of: Signer & { readonly by: Partial<Signer> }) => [
  refusable(verifying('wrong', of, signedByNode({ ...of, ...of.by }))),
]);

/** The same message signed twice: the same bytes, or different ones if the signature is random, as in Node. */
export const signsTwice = endsAsNode((of: Signer) => [forSigning(of), signing('one', of), signing('two', of)]);

/** Bytes in kinds of buffers from the beginning of their memory; other calls test views of part of one. */
function buffersOf(bytes: Buffer) {
  const { buffer } = new Uint8Array(bytes);
  const views = { Uint16Array: new Uint16Array(buffer), Float64Array: new Float64Array(buffer) };
  return { ArrayBuffer: buffer, Buffer: bytes, DataView: new DataView(buffer), ...views };
}

/** Messages and signatures are bytes in any kind of buffer. */
export const takesBuffers = endsAsNode((of: Signer & { readonly as: keyof ReturnType<typeof buffersOf> }) => {
  const message = buffersOf(messageOf(64))[of.as];
  const signature = buffersOf(signedByNode(of, messageOf(64)))[of.as];
  return [
    ...[forSigning(of), forVerifying(of)],
    signing('signature', of, message),
    verifying('verified', of, signature, message),
  ];
});

/** Bytes are overwritten after the call was made; the original ones are signed or verified. */
export const signsBeforeChange = endsAsNode((of: Signer) => [
  forSigning(of),
  forVerifying(of),
  ...overwriting(signing('signed', of), '2'),
  ...overwriting(verifying('message', of, signedByNode(of)), '3'),
  ...overwriting(verifying('verified', of, signedByNode(of)), '2'),
]);

/** A call of one of the two with a wrong part. */
interface WrongCall extends Signer {
  readonly call: 'sign' | 'verify';
  readonly half: Half;
  readonly usages: readonly string[];
  /** The value in place of the algorithm, the key, the message or the signature. */
  readonly use?: Plain;
  readonly instead?: Plain;
  readonly message?: Plain;
  readonly signature?: Plain;
}

function wrongCalls(of: WrongCall) {
  const given = (value: Plain | undefined, usual: () => unknown) => (value === undefined ? usual() : decode(value));
  const signature = of.call === 'sign' ? [] : [given(of.signature, () => signedByNode(of))];
  const [use, key] = [given(of.use, () => useOf(of)), given(of.instead, () => '$key')];
  const wrong = call(
    'wrong',
    of.call,
    use,
    key,
    ...signature,
    given(of.message, () => MESSAGE),
  );
  return [importing('key', of, of.half, of.usages), refused(wrong)];
}

export const refusesCall = endsAsNode(wrongCalls);
export const recordsCall = leavesOpen(wrongCalls);
