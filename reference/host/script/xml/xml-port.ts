/** 3/xml-module/xml-parse: the parser that a realm uses. */
import type { PortOutcome } from '../../../port/outcome.js';
import type { XmlPort } from '../../../port/xml.js';
import { importModule } from '../../support/realms/import-module.js';
import { viewed } from '../../support/realms/memory.js';
import { withPlainLineEnds } from './line-ends.js';
import { Parser } from './parser.js';

/** A parser with more memory than this is replaced by a new one, because memory of WebAssembly never shrinks. */
const mostMemory = 48 * 1024 ** 2;

/** Calls that must fit on the stack before the parser runs: a stack overflow inside it leaves it unusable. */
const neededCalls = 4000;

let parser: Parser | undefined;
let making: Promise<void> | undefined;

/** Makes the parser of this thread, for scripts that import the module; `undefined` if it exists. */
export const prepareXml = (): Promise<void> | undefined => (parser === undefined ? makeParser() : undefined);

function makeParser(): Promise<void> {
  making ??= make().finally(() => {
    making = undefined;
  });
  return making;
}

/** The module of the package that contains only libxml2. */
const RAW = 'libxml2-wasm/lib/libxml2raw.mjs';

async function make(): Promise<void> {
  const { default: load } = await importModule<typeof import('libxml2-wasm/lib/libxml2raw.mjs')>(RAW);
  parser = new Parser(await load());
}

/** 3/xml-module: libxml2 parses documents, and the realm keeps them. */
export const xmlPort: XmlPort = {
  parse: (document, report) => {
    const current = parser;
    if (current === undefined) return unavailable;
    const bytes = typeof document === 'string' ? encoder.encode(document) : viewed(document);
    descend(neededCalls);
    try {
      return current.parse(withPlainLineEnds(bytes), report);
    } finally {
      if (!current.isSound) parser = undefined;
      if (!current.isSound || current.size > mostMemory) void makeParser();
    }
  },
};

const encoder = new TextEncoder();

const unavailable: PortOutcome<never> = {
  ok: false,
  name: 'Error',
  message: 'the parser is restarting because a script ran out of stack in it',
};

/** Throws if the stack has no space for that many calls. */
function descend(calls: number): number {
  return calls === 0 ? 0 : descend(calls - 1) + 1;
}
