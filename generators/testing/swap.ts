/**
 * The edits that add the method `swap(key, value[, timeout])` to the shared dictionary: the row that a document would gain, and each
 * hand-written line.
 */

/** Lines to insert behind the line that contains a text, or in its place. */
export interface Edit {
  readonly path: string;
  /** A text that one line of the file contains. */
  readonly at: string;
  /** Replaces that line; otherwise the new lines follow it. */
  readonly replaces?: true;
  readonly lines: readonly string[];
}

/** The row that document 2 gains, behind that of `size`. */
export const SWAP_ROW =
  '| `swap(key, value[, timeout])` | Keeps a value and gives the former one (since 0.9.9). Throws like `set`. |';

const SPEC = 'spec/2-host-objects/shared-dict';

const DRAWN = [
  ['texts', 'texts', 'incr, ttl', 'add, replace, incr'],
  ['numbers', 'numbers', 'ttl', 'add, replace'],
  ['texts-declared-with-timeout', 'lasting-texts', 'incr, pop, ttl', 'add, replace, incr'],
  ['numbers-declared-with-timeout', 'lasting-numbers', 'pop, ttl', 'add, replace'],
] as const;

export const SWAP_EDITS: readonly Edit[] = [
  {
    path: `${SPEC}/members.yaml`,
    at: 'about: the number of keys',
    lines: [
      '  - member: swap',
      '    row: 2/shared-dict-operations/swap',
      '    kind: method',
      '    on: [timedTexts]',
      '    since: 0.9.9',
      '    params:',
      '      - { name: key, is: string }',
      '      - { name: value, is: [string, number], as: Value }',
      '      - { name: timeout, is: milliseconds, optional: true, written: 60000 }',
      '    returns: [string, number]',
      '    otherwise: undefined',
      '    as: Value',
      '    example: [a, y]',
      '    about: stores a value, and gives the one that it replaces',
    ],
  },
  {
    path: `${SPEC}/calls.yaml`,
    at: 'operations: [set, set, pop, pop, get, has], about: [pop]',
    lines: [
      '  - id: shared-dict.swap',
      '    rows: [2/shared-dict-operations/swap]',
      '    since: 0.9.9',
      '    says: swap stores a value and returns the one that it replaces, or undefined when the key was missing.',
      '    cases:',
      '      - law: effects',
      '        over: { zone: [texts, numbers, lasting-texts, lasting-numbers] }',
      '        each:',
      '          - { name: present, holding: { a: "1" }, given: [swap, a, "2"], then: { returns: "1", leaves: { a: "2" } } }',
      '          - { name: missing, given: [swap, a, "2"], then: { returns: { $undefined: true }, leaves: { a: "2" } } }',
      '      - law: sequences/sequences',
      '        with: { operations: [set, swap, swap, get, has, pop], about: [swap] }',
      '        over: { zone: [texts, numbers] }',
    ],
  },
  ...DRAWN.map(
    ([name, zone, without, refuses]): Edit => ({
      path: `${SPEC}/calls.yaml`,
      at: `{ name: ${name}, zone: ${zone}, without:`,
      replaces: true,
      lines: [`          - { name: ${name}, zone: ${zone}, without: [${without}, swap], refuses: [${refuses}] }`],
    }),
  ),
  {
    path: 'suites/laws/2-host-objects/shared-dict/operations.ts',
    at: "set: { takes: ['value'], timed: true",
    lines: ["  swap: { takes: ['value'], timed: true, returns: held, leaves: given, writes: always },"],
  },
  {
    path: 'reference/port/shared-dict.ts',
    at: 'readonly size: () => number;',
    lines: [
      '  readonly swap: (',
      '    key: string,',
      '    value: DictionaryValue,',
      '    timeout: number | undefined,',
      '  ) => PortOutcome<DictionaryValue | undefined>;',
    ],
  },
  {
    path: 'reference/host/zones/zone.ts',
    at: "  size: 'size',",
    lines: ["  swap: 'swap',"],
  },
  {
    path: 'reference/host/zones/zone.ts',
    at: "readonly size: DictionaryPort['size']",
    lines: [
      '',
      "  readonly swap: DictionaryPort['swap'] = (key, value, timeout) => {",
      '    const before = this.get(key);',
      '    const outcome = this.set(key, value, timeout);',
      '    return outcome.ok ? succeeded(before) : outcome;',
      '  };',
    ],
  },
  {
    path: 'reference/realm/2-host-objects/shared-dict/shared-dict.ts',
    at: '/** 2/shared-dict-operations/ttl; 2/errors/ttl */',
    replaces: true,
    lines: [
      '  /** 2/shared-dict-operations/swap; 2/errors/shared-dict */',
      '  swap(key: unknown, value: unknown, timeout?: unknown): DictionaryValue | undefined {',
      '    const port = this.#port;',
      '    return stored(port.swap(textOf(key), checkedValue(port, value), checkedTimeout(port, timeout)));',
      '  }',
      '',
      '  /** 2/shared-dict-operations/ttl; 2/errors/ttl */',
    ],
  },
  {
    path: 'reference/realm/2-host-objects/shared-dict/shared-dict.ts',
    at: "members(SharedDict.prototype, { items: '0.8.1', ttl: '0.9.7' });",
    replaces: true,
    lines: ["members(SharedDict.prototype, { items: '0.8.1', swap: '0.9.9', ttl: '0.9.7' });"],
  },
];

/** The text of a file after an edit. */
export function edited(text: string, { path, at, replaces, lines }: Edit): string {
  const old = text.split('\n');
  const found = old.flatMap((line, i) => (line.includes(at) ? [i] : []));
  const [line = 0] = found;
  if (found.length !== 1) throw new Error(`${path} has ${found.length} lines with ${at}; the edit expects one`);
  return old.toSpliced(replaces ? line : line + 1, replaces ? 1 : 0, ...lines).join('\n');
}
