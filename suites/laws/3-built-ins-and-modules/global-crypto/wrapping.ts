/** 3/global-crypto/crypto-subtle-wrap-key and unwrap-key: keys that are sealed by others, for Node and by Node. */
import { constants, createCipheriv, createDecipheriv, privateDecrypt } from 'node:crypto';
import type { Plain } from '../../../../spec/types/requirement.js';
import { example } from '../../../language/law.js';
import { demandDescribed, type KeyType } from './described.js';
import { privateHalf } from './fixed-keys.js';
import {
  algorithmFor,
  type Format,
  givenFor,
  jwkWith,
  type Named,
  privateData,
  publicData,
  secretOf,
} from './importing.js';
import { type Call, call, checked, demand, objectOf, type Play, played } from './playing.js';
import { pkcs8Of, spkiOf } from './uses.js';
import { demandJwk, demandSameKey, jwkOf, pkcs8Read } from './written.js';

const BLOCK = Buffer.from('0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'hex');
const ADDED = Buffer.from('the name of the key');
/** RFC 3394, 2.2.3.1 */
const WRAPPING_IV = Buffer.from('a6a6a6a6a6a6a6a6', 'hex');

/** The 32 bytes of `secretOf` as Node sealed them for the key RSA-2048 with SHA-256. */
const SEALED_FOR_RSA = Buffer.from(
  'hGHYU9LBF7h_TJe2-hGLVJMY_TX06OguL6mVQhuH-48i6CYNPHI67Juf1j84dqPGFQ6HNEyiOQ4Eztj5ZG1_hFn1UsPwummu7NOEyYHVs4y3n6R_RXohKUFMRo2J2sdcmATlf9d1G3-IKd1jxflVlRpX82P4jr3NozZg_nCTdlUGayPZYuQUE8jPGPJoV81ytQTA20UsXd9BNYgLQlOop8qFM0aoqbjnFNHfronQo9fURh1t-62itBhj5Cz0JO1lkU8_tDBsyneMGZYYq_mpory4_dHeQk7ClbDnh90osBNwPcXqkd1iXf9ympEYUxRyYOyLU283zDAbk_-Q5SMdFA',
  'base64url',
);

export type Wrapping = 'AES-KW' | 'AES-CBC' | 'AES-CTR' | 'AES-GCM' | 'RSA-OAEP';

/** What is wrapped. */
const KEYS = {
  hmac: { of: { algorithm: 'HMAC', hash: 'SHA-256' }, size: 32, usages: ['sign', 'verify'] },
  aes: { of: { algorithm: 'AES-GCM' }, size: 16, usages: ['encrypt', 'decrypt'] },
  private: { of: { algorithm: 'ECDSA', namedCurve: 'P-256' }, key: 'P-256-zeros', usages: ['sign'] },
  public: { of: { algorithm: 'ECDSA', namedCurve: 'P-256' }, key: 'P-256-zeros', usages: ['verify'] },
  rsa: { of: { algorithm: 'RSA-PSS', hash: 'SHA-384' }, key: 'RSA-8192', usages: ['sign'] },
} as const;

interface Carried {
  readonly by: Wrapping;
  readonly format: Format;
  readonly carried: keyof typeof KEYS;
  /** Bytes of the key that wraps, where it is one of AES. */
  readonly size?: number;
}

function typeOf(carried: Carried['carried']): KeyType {
  if (carried === 'public') return carried;
  return 'key' in KEYS[carried] ? 'private' : 'secret';
}

const kek = (size = 32): Buffer => Buffer.from(secretOf(size + 1).subarray(1));

/** Parameters of a wrapping, as calls are given them. */
function wrapAlgorithm(by: Wrapping): object | string {
  switch (by) {
    case 'AES-CBC':
      return { name: by, iv: BLOCK };
    case 'AES-CTR':
      return { name: by, counter: BLOCK, length: 128 };
    case 'AES-GCM':
      return { name: by, iv: BLOCK, additionalData: ADDED };
    case 'AES-KW':
      return by;
    case 'RSA-OAEP':
      return { name: by };
  }
}

const OAEP: Named = { algorithm: 'RSA-OAEP', hash: 'SHA-256' };

/** The keys that wrap and unwrap, which may be one. */
const wrappers = ({ by, size }: Carried, usages = ['wrapKey', 'unwrapKey']): readonly Call[] =>
  by === 'RSA-OAEP'
    ? [
        call('wrapping', 'importKey', 'spki', spkiOf('RSA-2048'), givenFor(OAEP), false, ['wrapKey']),
        call('unwrapping', 'importKey', 'pkcs8', pkcs8Of('RSA-2048'), givenFor(OAEP), false, ['unwrapKey']),
      ]
    : [call('wrapping', 'importKey', 'raw', kek(size), { name: by }, false, usages)];

const unwrapping = ({ by }: Carried): string => (by === 'RSA-OAEP' ? '$unwrapping' : '$wrapping');

const algorithmOf = ({ carried }: Carried): Named => KEYS[carried].of;

/** The key in the format in which it is carried; a JWK as an object. */
function formed({ carried, format }: Carried): unknown {
  const of = KEYS[carried];
  if ('size' in of) {
    const bytes = secretOf(of.size);
    if (format === 'raw') return bytes;
    return jwkWith({ kty: 'oct', k: bytes.toString('base64url') }, of.of, of.usages, of.size);
  }
  const pair = { ...of.of, key: of.key, privateUsages: ['sign'], publicUsages: ['verify'] };
  const formats = {
    privateFormat: format === 'jwk' ? format : 'pkcs8',
    publicFormat: format === 'pkcs8' ? 'spki' : format,
  } as const;
  return carried === 'public' ? publicData({ ...pair, ...formats }) : privateData({ ...pair, ...formats });
}

const bytesFormed = (of: Carried): Buffer => {
  const key = formed(of);
  return key instanceof Uint8Array ? Buffer.from(key) : Buffer.from(JSON.stringify(key));
};

/** As Node seals them with the same key and parameters. */
function sealedByNode({ by, size = 32 }: Carried, bytes: Buffer): Buffer {
  const bits = size * 8;
  const key = kek(size);
  switch (by) {
    case 'AES-KW': {
      const sealing = createCipheriv(`aes${bits}-wrap`, key, WRAPPING_IV);
      return Buffer.concat([sealing.update(bytes), sealing.final()]);
    }
    case 'AES-GCM': {
      const sealing = createCipheriv(gcmOf(bits), key, BLOCK).setAAD(ADDED);
      return Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
    }
    case 'RSA-OAEP':
      return SEALED_FOR_RSA;
    default: {
      const sealing = createCipheriv(modeOf(by, bits), key, BLOCK);
      return Buffer.concat([sealing.update(bytes), sealing.final()]);
    }
  }
}

function openedByNode({ by, size = 32 }: Carried, sealed: Buffer): Buffer {
  const bits = size * 8;
  const key = kek(size);
  switch (by) {
    case 'AES-KW': {
      const opening = createDecipheriv(`aes${bits}-wrap`, key, WRAPPING_IV);
      return Buffer.concat([opening.update(sealed), opening.final()]);
    }
    case 'AES-GCM': {
      const opening = createDecipheriv(gcmOf(bits), key, BLOCK).setAAD(ADDED);
      opening.setAuthTag(sealed.subarray(-16));
      return Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]);
    }
    case 'RSA-OAEP': {
      const padding = constants.RSA_PKCS1_OAEP_PADDING;
      return privateDecrypt({ key: privateHalf('RSA-2048'), padding, oaepHash: 'sha256' }, sealed);
    }
    default: {
      const opening = createDecipheriv(modeOf(by, bits), key, BLOCK);
      return Buffer.concat([opening.update(sealed), opening.final()]);
    }
  }
}

const gcmOf = (bits: number) => (bits === 128 ? 'aes-128-gcm' : bits === 192 ? 'aes-192-gcm' : 'aes-256-gcm');
const modeOf = (by: Wrapping, bits: number): string => `aes-${bits}-${by.slice('AES-'.length).toLowerCase()}`;

/** That the bytes are the key in the format. */
function demandCarried(bytes: Buffer, of: Carried, name: string): void {
  const { carried, format } = of;
  if (format === 'pkcs8') {
    const key = KEYS[carried];
    if ('key' in key) demandSameKey(name, jwkOf(pkcs8Read(bytes)), jwkOf(privateHalf(key.key)));
    return;
  }
  if (format !== 'jwk') {
    demand(bytes.equals(bytesFormed(of)), `${name} is another key`);
    return;
  }
  demandJwkOf(JSON.parse(bytes.toString()), of, name);
}

function demandJwkOf(told: unknown, of: Carried, name: string): void {
  const key = KEYS[of.carried];
  const type = typeOf(of.carried);
  const size = 'size' in key ? key.size : 0;
  const jwk = demandJwk(told, { type, algorithm: algorithmFor(key.of), usages: key.usages, size });
  const expected = objectOf(formed({ ...of, format: 'jwk' }), 'the JWK');
  const wrong = Object.keys(jwk).filter((member) => jwk[member] !== expected[member]);
  demand(wrong.length === 0, `${name} is another key: ${wrong}`);
}

const imported = (of: Carried, extractable = true): Call =>
  call('key', 'importKey', of.format, formed(of), givenFor(algorithmOf(of)), extractable, KEYS[of.carried].usages);

/** Where Node seals the key too: its bytes do not depend on what is written of it. */
const isSealedByNode = ({ by, carried }: Carried): boolean => by !== 'RSA-OAEP' || carried === 'hmac';

/** What one side wraps the other unwraps: the target for itself, the target for Node, and Node for the target. */
export const carries = example({
  secret: true,
  input: (of: Carried): Play => {
    const back = (as: string, sealed: unknown): readonly Call[] => [
      call(
        as,
        'unwrapKey',
        of.format,
        sealed,
        unwrapping(of),
        wrapAlgorithm(of.by),
        givenFor(algorithmOf(of)),
        true,
        KEYS[of.carried].usages,
      ),
      call(`${as} written`, 'exportKey', of.format, `$${as}`),
    ];
    return {
      given: {},
      calls: [
        ...wrappers(of),
        imported(of),
        call('sealed', 'wrapKey', of.format, '$key', '$wrapping', wrapAlgorithm(of.by)),
        ...back('unwrapped', '$sealed'),
        ...(isSealedByNode(of) ? back('ofNode', sealedByNode(of, bytesFormed(of))) : []),
      ],
    };
  },
  probe: played,
  expect: (of) =>
    checked('a key that is carried', (told) => {
      demandCarried(openedByNode(of, told.bytes('sealed')), of, 'what was wrapped');
      const type = typeOf(of.carried);
      const { usages } = KEYS[of.carried];
      for (const name of isSealedByNode(of) ? ['unwrapped', 'ofNode'] : ['unwrapped']) {
        demandDescribed(told.value(name), {
          type,
          extractable: true,
          usages,
          algorithm: algorithmFor(algorithmOf(of)),
        });
        const written = `${name} written`;
        if (of.format === 'jwk') demandJwkOf(told.value(written), of, name);
        else demandCarried(told.bytes(written), of, name);
      }
    }),
});

/** What goes wrong with a key that is carried. */
interface Hindered extends Carried {
  /** The key to be wrapped may not be exported; a key lacks its usage; the key is another, of another algorithm, or not a whole number of blocks. */
  readonly why: 'not-extractable' | 'not-for-wrapping' | 'not-for-unwrapping' | 'other-key' | 'other-algorithm' | 'odd';
}

const OTHER_ALGORITHM = { name: 'AES-CBC', iv: BLOCK };

/** The last call is refused; those before it are not. */
export const hinders = example({
  secret: true,
  input: (of: Hindered): Play => {
    const { why } = of;
    const unwrap = (by: string): Call =>
      call(
        'refused',
        'unwrapKey',
        of.format,
        '$sealed',
        by,
        wrapAlgorithm(of.by),
        givenFor(algorithmOf(of)),
        true,
        KEYS[of.carried].usages,
      );
    const wrap = (as: string, algorithm: unknown = wrapAlgorithm(of.by)): Call =>
      call(as, 'wrapKey', of.format, '$key', '$wrapping', algorithm);
    const odd = call('key', 'importKey', 'raw', secretOf(20), { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']);
    const other = call('other', 'importKey', 'raw', secretOf(32), { name: of.by }, true, ['unwrapKey']);
    const calls: { readonly [why in Hindered['why']]: readonly Call[] } = {
      'not-extractable': [...wrappers(of), imported(of, false), wrap('refused')],
      'not-for-wrapping': [...wrappers(of, ['unwrapKey']), imported(of), wrap('refused')],
      'not-for-unwrapping': [...wrappers(of, ['wrapKey']), imported(of), wrap('sealed'), unwrap('$wrapping')],
      'other-key': [...wrappers(of), imported(of), wrap('sealed'), other, unwrap('$other')],
      'other-algorithm': [...wrappers(of), imported(of), wrap('refused', OTHER_ALGORITHM)],
      odd: [...wrappers(of), odd, wrap('refused')],
    };
    return { given: {}, calls: calls[why], blind: true };
  },
  probe: played,
  expect: ({ why }) =>
    checked('a call that is refused', (told) => {
      if (why === 'not-for-unwrapping' || why === 'other-key') told.value('sealed');
      else told.value('key');
      told.refused('refused');
    }),
});

/** A key as Node sealed it, of which one bit is turned or some bytes are lost. */
interface Damaged extends Carried {
  readonly at?: number;
  readonly cut?: number;
  /** Members that the JWK has instead of its own. */
  readonly members?: { readonly [name: string]: Plain };
  /** The format in which it is unwrapped, where that is another. */
  readonly as?: Format;
}

export const damages = example({
  secret: true,
  input: (of: Damaged): Play => {
    const changed = Buffer.from(JSON.stringify({ ...Object(formed(of)), ...of.members }));
    const whole = sealedByNode(of, of.members === undefined ? bytesFormed(of) : changed);
    const sealed = new Uint8Array(whole.subarray(0, whole.length - (of.cut ?? 0)));
    if (of.at !== undefined) {
      const at = (of.at + sealed.length) % sealed.length;
      sealed[at] = (sealed[at] ?? 0) ^ 1;
    }
    const { usages } = KEYS[of.carried];
    const rest = [unwrapping(of), wrapAlgorithm(of.by), givenFor(algorithmOf(of)), true, usages] as const;
    return {
      given: {},
      calls: [...wrappers(of), call('key', 'unwrapKey', of.as ?? of.format, sealed, ...rest)],
      blind: true,
    };
  },
  probe: played,
  expect: () =>
    checked('what was damaged is no key', (told) => {
      told.value('wrapping');
      told.refused('key');
    }),
});

/** A key that is unwrapped is for what was asked, and is exported only if that was asked. */
export const unwrapsFor = example({
  secret: true,
  input: (of: Carried & { readonly extractable: boolean }): Play => ({
    given: {},
    calls: [
      ...wrappers(of),
      call(
        'key',
        'unwrapKey',
        of.format,
        sealedByNode(of, bytesFormed(of)),
        '$wrapping',
        wrapAlgorithm(of.by),
        givenFor(algorithmOf(of)),
        of.extractable,
        ['sign'],
      ),
      call('written', 'exportKey', of.format, '$key'),
    ],
  }),
  probe: played,
  expect: (of) =>
    checked('a key that was unwrapped', (told) => {
      const algorithm = algorithmFor(algorithmOf(of));
      demandDescribed(told.value('key'), { type: 'secret', extractable: of.extractable, usages: ['sign'], algorithm });
      if (of.extractable) told.value('written');
      else told.refused('written');
    }),
});
