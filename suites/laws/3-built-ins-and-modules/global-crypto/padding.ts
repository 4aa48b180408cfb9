/** 3/global-crypto/rsa-oaep: encrypt and decrypt. */
import { createHash } from 'node:crypto';
import { type Damage, damaged } from '../../support/damages.js';
import { byNode, call, endsAsNode, refused, type SubtleCall } from './calls.js';
import { filler, importing, type KeyName } from './keys.js';

const OAEP = { name: 'RSA-OAEP' };
const BYTES_OF_MODULUS = 256;

/** The most that fits: RFC 8017, 7.1.1. */
const mostOf = (hash: string): number => BYTES_OF_MODULUS - 2 * bytesOfHash(hash) - 2;

export const bytesOfHash = (hash: string): number => createHash(hash.replace('-', '')).digest().length;

function halves(hash: string, key: KeyName = 'RSA-2048'): readonly SubtleCall[] {
  const of = { algorithm: OAEP.name, hash, key };
  return [importing('public', of, 'public', ['encrypt']), importing('private', of, 'private', ['decrypt'])];
}

const sealing = (as: string, data: Buffer): SubtleCall => call(as, 'encrypt', OAEP, '$public', data);
const opening = (as: string, data: Buffer): SubtleCall => call(as, 'decrypt', OAEP, '$private', data);

const sealedByNode = (hash: string, data: Buffer): Buffer => byNode([...halves(hash), sealing('sealed', data)]);

/** Data of all sizes that fit, in both directions, and never the same twice. */
export const sealsOaep = endsAsNode(({ hash }: { readonly hash: string }) => [
  ...halves(hash),
  ...[0, 1, 32, mostOf(hash)].flatMap((size) => [
    sealing(`sealed${size}`, filler(size)),
    opening(`opened${size}`, sealedByNode(hash, filler(size))),
  ]),
  sealing('again', filler(32)),
]);

/** What is wrong with a call: its data are too long, its key is the other half, or what is to be decrypted is not for this key. */
interface WrongOaepCall extends Damage {
  readonly hash: string;
  readonly why: 'too-long' | 'public-opens' | 'private-seals' | 'other-hash' | 'other-key' | 'damaged';
}

function wrongCall({ hash, why, ...damage }: WrongOaepCall): SubtleCall {
  switch (why) {
    case 'too-long':
      return sealing('wrong', filler(mostOf(hash) + 1));
    case 'public-opens':
      return call('wrong', 'decrypt', OAEP, '$public', sealedByNode(hash, filler(32)));
    case 'private-seals':
      return call('wrong', 'encrypt', OAEP, '$private', filler(32));
    case 'other-hash':
      return opening('wrong', sealedByNode(hash === 'SHA-256' ? 'SHA-1' : 'SHA-256', filler(32)));
    default:
      return opening('wrong', damaged(sealedByNode(hash, filler(32)), damage));
  }
}

export const sealsNoOaep = endsAsNode((of: WrongOaepCall) => [
  ...halves(of.hash, of.why === 'other-key' ? 'RSA-2048-other' : 'RSA-2048'),
  refused(wrongCall(of)),
]);
