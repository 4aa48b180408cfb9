/** 2/host-object-operations/p1: a name server of ours with the required part of RFC 1035. */

/** Addresses by their names; a name that is not listed does not exist. */
export interface NameRecords {
  readonly [name: string]: { readonly A?: readonly string[]; readonly AAAA?: readonly string[] };
}

const TYPES: ReadonlyMap<number, 'A' | 'AAAA'> = new Map([
  [1, 'A'],
  [28, 'AAAA'],
]);
const HEADER = 12;
const NO_SUCH_NAME = 3;

/** A query: its name, the requested type, and the end of its question. */
function questionIn(query: Buffer): {
  readonly name: string;
  readonly type: 'A' | 'AAAA' | undefined;
  readonly end: number;
} {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: TYPES.get(query.readUInt16BE(at + 1)), end: at + 5 };
}

export function answerTo(query: Buffer, names: NameRecords): Buffer {
  const { name, type, end } = questionIn(query);
  const found = Object.hasOwn(names, name) ? names[name] : undefined;
  const addresses = type === undefined ? [] : (found?.[type] ?? []);
  const head = Buffer.from(query.subarray(0, HEADER));
  head.writeUInt16BE(0x8180 | (found === undefined ? NO_SUCH_NAME : 0), 2);
  head.writeUInt16BE(addresses.length, 6);
  head.fill(0, 8);
  return Buffer.concat([head, query.subarray(HEADER, end), ...addresses.map(recordOf)]);
}

/** The name and type of `query`, as `spec.test A`. */
export const askedIn = (query: Buffer): string => {
  const { name, type } = questionIn(query);
  return `${name} ${type ?? 'other'}`;
};

/** An address record for the name of the question, which may be cached for an hour. */
function recordOf(address: string): Buffer {
  const bytes = address.includes(':') ? v6(address) : Buffer.from(address.split('.').map(Number));
  const type = bytes.length === 4 ? 1 : 28;
  const head = [0xc0, HEADER, 0, type, 0, 1, 0, 0, 0x0e, 0x10, 0, bytes.length];
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** An address in the form with `::`. */
function v6(address: string): Buffer {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
