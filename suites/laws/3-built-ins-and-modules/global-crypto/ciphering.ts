/** 3/global-crypto/crypto-subtle-encrypt and decrypt with AES. The oracle is Node's cipher; for counters, what their mode is made of. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { example } from '../../../language/law.js';
import { secretOf } from './importing.js';
import { type Call, call, checked, demand, type Play, played } from './playing.js';

/** A cipher with its key and parameters; numbers of bytes stand for bytes. */
interface Cipher {
  readonly by: 'AES-CBC' | 'AES-CTR' | 'AES-GCM';
  /** Bytes of the key. */
  readonly size: number;
  /** The first block of a counter; in all other cases it is `BLOCK`. */
  readonly counter?: string;
  /** Bits of the counter. */
  readonly length?: number;
  readonly tagLength?: number;
  /** Bytes of additional data; none is not the same as nothing said of them. */
  readonly added?: number;
}

/** All that goes into a cipher besides the data. */
interface Parts {
  readonly key: Uint8Array;
  readonly start: Uint8Array;
  readonly added: Uint8Array | undefined;
  readonly tagLength: number | undefined;
  readonly length: number | undefined;
}

const BLOCK = Buffer.from('f0e1d2c3b4a5968778695a4b3c2d1e0f', 'hex');
const BYTES_OF_BLOCK = 16;

const dataOf = (size: number): Buffer => secretOf(size + 3).subarray(3);

const partsOf = ({ by, size, counter, length, tagLength, added }: Cipher): Parts => ({
  key: secretOf(size),
  start: counter === undefined ? BLOCK : Buffer.from(counter, 'hex'),
  added: added === undefined ? undefined : dataOf(added + 1).subarray(1),
  tagLength,
  length: by === 'AES-CTR' ? (length ?? 64) : undefined,
});

/** The parameters as calls are given them; what is not said is not there. */
const given = (by: Cipher['by'], { start, added, tagLength, length }: Parts): object => ({
  name: by,
  ...(by === 'AES-CTR' ? { counter: start, length } : { iv: start }),
  ...(added === undefined ? {} : { additionalData: added }),
  ...(tagLength === undefined ? {} : { tagLength }),
});

const gcmOf = ({ length }: Uint8Array) =>
  length === 16 ? 'aes-128-gcm' : length === 24 ? 'aes-192-gcm' : 'aes-256-gcm';

/** The mode by its definition: each block is that of the counter, sealed, of which the last bits alone count. */
function counted({ key, start, length = 0 }: Parts, data: Uint8Array): Buffer {
  const first = BigInt(`0x${Buffer.from(start).toString('hex')}`);
  const size = 1n << BigInt(length);
  const blocks = Array.from({ length: Math.ceil(data.length / BYTES_OF_BLOCK) }, (_, i) => {
    const block = first - (first % size) + ((first + BigInt(i)) % size);
    return Buffer.from(block.toString(16).padStart(2 * BYTES_OF_BLOCK, '0'), 'hex');
  });
  const stream = createCipheriv(`aes-${key.length * 8}-ecb`, key, null)
    .setAutoPadding(false)
    .update(Buffer.concat(blocks));
  return Buffer.from(data.map((byte, i) => byte ^ (stream[i] ?? 0)));
}

function sealedByNode(by: Cipher['by'], parts: Parts, data: Uint8Array): Buffer {
  const { key, start, added, tagLength = 128 } = parts;
  if (by === 'AES-CTR') return counted(parts, data);
  if (by === 'AES-CBC') {
    const sealing = createCipheriv(`aes-${key.length * 8}-cbc`, key, start);
    return Buffer.concat([sealing.update(data), sealing.final()]);
  }
  const sealing = createCipheriv(gcmOf(key), key, start, { authTagLength: tagLength / 8 });
  if (added !== undefined) sealing.setAAD(added);
  return Buffer.concat([sealing.update(data), sealing.final(), sealing.getAuthTag()]);
}

/** Undefined for what nothing can be made of. */
function openedByNode(by: Cipher['by'], parts: Parts, sealed: Uint8Array): Buffer | undefined {
  const { key, start, added, tagLength = 128 } = parts;
  if (by === 'AES-CTR') return counted(parts, sealed);
  try {
    if (by === 'AES-CBC') {
      const opening = createDecipheriv(`aes-${key.length * 8}-cbc`, key, start);
      return Buffer.concat([opening.update(sealed), opening.final()]);
    }
    const end = sealed.length - tagLength / 8;
    if (end < 0) return undefined;
    const opening = createDecipheriv(gcmOf(key), key, start, { authTagLength: tagLength / 8 });
    opening.setAuthTag(sealed.subarray(end));
    if (added !== undefined) opening.setAAD(added);
    return Buffer.concat([opening.update(sealed.subarray(0, end)), opening.final()]);
  } catch {
    return undefined;
  }
}

const imported = (by: string, key: Uint8Array, usages: readonly string[] = ['encrypt', 'decrypt'], as = 'key'): Call =>
  call(as, 'importKey', 'raw', key, { name: by }, false, usages);

/** Data of each size is sealed as Node seals it, and what Node sealed is opened. */
export const seals = example({
  secret: true,
  input: (of: Cipher & { readonly sizes: readonly number[] }): Play => {
    const { by, sizes } = of;
    const parts = partsOf(of);
    const algorithm = given(by, parts);
    const both = (size: number): readonly Call[] => [
      call(`sealed ${size}`, 'encrypt', algorithm, '$key', dataOf(size)),
      call(`opened ${size}`, 'decrypt', algorithm, '$key', sealedByNode(by, parts, dataOf(size))),
    ];
    return { given: {}, calls: [imported(by, parts.key), ...sizes.flatMap(both)], blind: true };
  },
  probe: played,
  expect: (of) =>
    checked('data of all sizes', (told) => {
      for (const size of of.sizes) {
        const sealed = sealedByNode(of.by, partsOf(of), dataOf(size));
        demand(told.bytes(`sealed ${size}`).equals(sealed), `${size} bytes are sealed as nobody else seals them`);
        demand(
          told.bytes(`opened ${size}`).equals(dataOf(size)),
          `${size} bytes that Node sealed are opened as others`,
        );
      }
    }),
});

/**
 * As many blocks as there are counters are sealed, and one more is refused. Where the counter wraps, a host may refuse; a block that
 * it gives is that of the definition.
 */
export const counts = example({
  secret: true,
  input: (of: Cipher & { readonly bytes: number }): Play => {
    const parts = partsOf(of);
    const algorithm = given(of.by, parts);
    return {
      given: {},
      calls: [
        imported(of.by, parts.key),
        call('sealed', 'encrypt', algorithm, '$key', dataOf(of.bytes)),
        call('opened', 'decrypt', algorithm, '$key', dataOf(of.bytes)),
      ],
      blind: true,
    };
  },
  probe: played,
  expect: (of) =>
    checked('blocks that are counted', (told) => {
      told.value('key');
      const parts = partsOf(of);
      const size = 1n << BigInt(parts.length ?? 0);
      const first = BigInt(`0x${Buffer.from(parts.start).toString('hex')}`) % size;
      const blocks = BigInt(Math.ceil(of.bytes / BYTES_OF_BLOCK));
      for (const name of ['sealed', 'opened']) {
        if (blocks > size) told.refused(name);
        else if (first + blocks <= size || !told.isRefused(name))
          demand(told.bytes(name).equals(counted(parts, dataOf(of.bytes))), `${name} is counted otherwise`);
      }
    }),
});

/** One thing that is other for who opens than it was for who sealed. */
interface Changed extends Cipher {
  readonly bytes: number;
  readonly of: 'data' | 'start' | 'added' | 'key' | 'tagLength' | 'nothing';
  /** A bit of the byte there is turned; from the end, where it is negative. */
  readonly at?: number;
  /** So many bytes are missing at the end, or are there besides. */
  readonly cut?: number;
  readonly more?: number;
  /** Instead of it; additional data that are left out have none. */
  readonly to?: number;
}

function spoilt(bytes: Uint8Array, { at, cut = 0, more = 0 }: Changed): Uint8Array {
  const changed = Uint8Array.from([...bytes.subarray(0, bytes.length - cut), ...new Uint8Array(more)]);
  if (at !== undefined) {
    const index = (at + changed.length) % changed.length;
    changed[index] = (changed[index] ?? 0) ^ 1;
  }
  return changed;
}

function forOpening(of: Changed): readonly [Parts, Uint8Array] {
  const parts = partsOf(of);
  const sealed = sealedByNode(of.by, parts, dataOf(of.bytes));
  switch (of.of) {
    case 'data':
      return [parts, spoilt(sealed, of)];
    case 'start':
      return [{ ...parts, start: spoilt(parts.start, of) }, sealed];
    case 'key':
      return [{ ...parts, key: spoilt(parts.key, of) }, sealed];
    case 'tagLength':
      return [{ ...parts, tagLength: of.to }, sealed];
    case 'added': {
      const isSame = of.at !== undefined || of.cut !== undefined || of.more !== undefined;
      const other = of.to === undefined ? undefined : dataOf(of.to);
      return [{ ...parts, added: isSame ? spoilt(parts.added ?? new Uint8Array(), of) : other }, sealed];
    }
    case 'nothing':
      return [parts, sealed];
  }
}

/** What was changed is opened as Node opens it, which is not at all where Node refuses. */
export const opens = example({
  secret: true,
  input: (of: Changed): Play => {
    const [parts, sealed] = forOpening(of);
    return {
      given: {},
      calls: [imported(of.by, parts.key), call('opened', 'decrypt', given(of.by, parts), '$key', sealed)],
      blind: true,
    };
  },
  probe: played,
  expect: (of) =>
    checked('what was changed', (told) => {
      told.value('key');
      const opened = openedByNode(of.by, ...forOpening(of));
      if (opened === undefined) told.refused('opened');
      else demand(told.bytes('opened').equals(opened), 'what was changed is opened as something else');
    }),
});

/** Data and parameters are bytes of any kind, of which only those count that are seen. */
export const seesBytes = example({
  secret: true,
  input: (of: Cipher & { readonly kind: string }): Play => {
    const parts = partsOf(of);
    const seen = (bytes: Uint8Array) => ({ seenBy: of.kind, bytes });
    const plain = given(of.by, parts);
    const views = Object.entries(plain).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? seen(value) : value,
    ]);
    const algorithm: unknown = Object.fromEntries(views);
    const data = dataOf(VIEWED);
    return {
      given: {},
      calls: [
        imported(of.by, parts.key),
        call('sealed', 'encrypt', algorithm, '$key', seen(data)),
        call('opened', 'decrypt', algorithm, '$key', seen(sealedByNode(of.by, parts, data))),
      ],
      blind: true,
    };
  },
  probe: played,
  expect: (of) =>
    checked('bytes that are seen', (told) => {
      const data = dataOf(VIEWED);
      demand(told.bytes('sealed').equals(sealedByNode(of.by, partsOf(of), data)), 'other bytes are sealed');
      demand(told.bytes('opened').equals(data), 'other bytes are opened');
    }),
});

/** Whole elements of every view. */
const VIEWED = 40;

/** What a call was given may change once it was made. */
export const keepsBytes = example({
  secret: true,
  input: (of: Cipher & { readonly changed: 'data' | 'start' | 'added' }): Play => {
    const parts = partsOf(of);
    const data = dataOf(VIEWED);
    const sealed = sealedByNode(of.by, parts, data);
    const start = of.by === 'AES-CTR' ? 'counter' : 'iv';
    const member = of.changed === 'start' ? start : 'additionalData';
    const algorithm = (own: string) =>
      of.changed === 'data' ? given(of.by, parts) : { ...given(of.by, parts), [member]: own };
    const own = of.changed === 'data' ? data : of.changed === 'start' ? parts.start : (parts.added ?? data);
    return {
      given: {
        first: new Uint8Array(own),
        second: new Uint8Array(of.changed === 'data' ? sealed : own),
      },
      calls: [
        imported(of.by, parts.key),
        {
          ...call('sealed', 'encrypt', algorithm('$first'), '$key', of.changed === 'data' ? '$first' : data),
          spoils: 'first',
        },
        {
          ...call('opened', 'decrypt', algorithm('$second'), '$key', of.changed === 'data' ? '$second' : sealed),
          spoils: 'second',
        },
      ],
      blind: true,
    };
  },
  probe: played,
  expect: (of) =>
    checked('bytes as they were when the call was made', (told) => {
      const data = dataOf(VIEWED);
      demand(told.bytes('sealed').equals(sealedByNode(of.by, partsOf(of), data)), 'what was changed later is sealed');
      demand(told.bytes('opened').equals(data), 'what was changed later is opened');
    }),
});

/** Parameters, a key or data with which neither encrypt nor decrypt does anything. */
interface Wrong {
  readonly by: Cipher['by'];
  /** What stands for the algorithm. */
  readonly algorithm: Plain;
  /** Usages of the key, which has both without. */
  readonly usages?: readonly string[];
  /** What is tried, which is both without. */
  readonly tried?: 'encrypt' | 'decrypt';
  /** What stands for the key or the data. */
  readonly key?: Plain;
  readonly data?: Plain;
}

/** Calls that are refused, with data that the other way round are the right ones. */
export const sealsNothing = example({
  secret: true,
  input: (of: Wrong): Play => {
    const { by, usages, tried } = of;
    const parts = partsOf({ by, size: 16 });
    const key = of.key === undefined ? '$key' : decode(of.key);
    const data = of.data === undefined ? sealedByNode(by, parts, dataOf(VIEWED)) : decode(of.data);
    const members = tried === undefined ? ['encrypt', 'decrypt'] : [tried];
    return {
      given: {},
      calls: [
        imported(by, parts.key, usages),
        ...members.map((member) => call(member, member, decode(of.algorithm), key, data)),
      ],
      blind: true,
    };
  },
  probe: played,
  expect: ({ tried }) =>
    checked('calls that are refused', (told) => {
      told.value('key');
      for (const member of tried === undefined ? ['encrypt', 'decrypt'] : [tried]) told.refused(member);
    }),
});

/** Keys of so many bytes, which a key of AES-KW carries. */
interface Wrapped {
  /** Bytes of the key that wraps. */
  readonly size: number;
  readonly sizes: readonly number[];
}

/** RFC 3394, 2.2.3.1 */
const WRAPPING_IV = Buffer.from('a6a6a6a6a6a6a6a6', 'hex');

function wrappedByNode(size: number, carried: Uint8Array): Buffer {
  const wrapping = createCipheriv(`aes${size * 8}-wrap`, secretOf(size), WRAPPING_IV);
  return Buffer.concat([wrapping.update(carried), wrapping.final()]);
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

const unwrapping = (as: string, wrapped: Uint8Array): Call =>
  call(as, 'unwrapKey', 'raw', wrapped, '$key', 'AES-KW', HMAC, true, ['sign']);

/** Keys of each size are wrapped as Node wraps them, and what Node wrapped is unwrapped. */
export const wraps = example({
  secret: true,
  input: ({ size, sizes }: Wrapped): Play => ({
    given: {},
    calls: [
      imported('AES-KW', secretOf(size), ['wrapKey', 'unwrapKey']),
      ...sizes.flatMap((bytes) => [
        call(`carried ${bytes}`, 'importKey', 'raw', dataOf(bytes), HMAC, true, ['sign']),
        call(`wrapped ${bytes}`, 'wrapKey', 'raw', `$carried ${bytes}`, '$key', { name: 'AES-KW' }),
        unwrapping(`unwrapped ${bytes}`, wrappedByNode(size, dataOf(bytes))),
        call(`written ${bytes}`, 'exportKey', 'raw', `$unwrapped ${bytes}`),
      ]),
    ],
    blind: true,
  }),
  probe: played,
  expect: ({ size, sizes }) =>
    checked('keys of all sizes', (told) => {
      for (const bytes of sizes) {
        const isSame = told.bytes(`wrapped ${bytes}`).equals(wrappedByNode(size, dataOf(bytes)));
        demand(isSame, `a key of ${bytes} bytes is wrapped as nobody else wraps it`);
        demand(told.bytes(`written ${bytes}`).equals(dataOf(bytes)), `a key of ${bytes} bytes is unwrapped as another`);
      }
    }),
});

/** One bit that is turned in any block makes a wrapped key none. */
export const unwrapsNone = example({
  secret: true,
  input: ({ size, sizes }: Wrapped): Play => {
    const changed = (bytes: number): readonly Call[] => {
      const wrapped = wrappedByNode(size, dataOf(bytes));
      return Array.from({ length: wrapped.length / 8 }, (_, block) => {
        const other = new Uint8Array(wrapped);
        const at = block * 8 + (block % 8);
        other[at] = (other[at] ?? 0) ^ (1 << (block % 8));
        return unwrapping(`changed ${bytes} ${block}`, other);
      });
    };
    const key = imported('AES-KW', secretOf(size), ['unwrapKey']);
    return { given: {}, calls: [key, ...sizes.flatMap(changed)], blind: true };
  },
  probe: played,
  expect: ({ sizes }) =>
    checked('what is no wrapped key', (told) => {
      told.value('key');
      for (const bytes of sizes)
        for (let block = 0; block <= bytes / 8; block++) told.refused(`changed ${bytes} ${block}`);
    }),
});
