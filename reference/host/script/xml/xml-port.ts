/** 3/xml-module/xml-parse: what a realm reaches the parser by. */
import type { PortOutcome } from '../../../port/outcome.js';
import type { XmlPort } from '../../../port/xml.js';
import { importModule } from '../../support/realms/import-module.js';
import { viewed } from '../../support/realms/memory.js';
import { withPlainLineEnds } from './line-ends.js';
import { Parser } from './parser.js';

/** A parser with more memory than this gives way to a new one: memory of WebAssembly never shrinks. */
const mostMemory = 48 * 1024 ** 2;

/** Calls that must fit on the stack for the parser to have room: what breaks off within it leaves it in no state to go on. */
const room = 4000;

let parser: Parser | undefined;
let making: Promise<void> | undefined;

/** Makes the parser of this thread, for scripts that import the module; `undefined` where there is one. */
export const prepareXml = (): Promise<void> | undefined => (parser === undefined ? makeParser() : undefined);

function makeParser(): Promise<void> {
  making ??= make().finally(() => {
    making = undefined;
  });
  return making;
}

/** The module of the package that is libxml2 and nothing else. */
const RAW = 'libxml2-wasm/lib/libxml2raw.mjs';

async function make(): Promise<void> {
  const { default: load } = await importModule<typeof import('libxml2-wasm/lib/libxml2raw.mjs')>(RAW);
  parser = new Parser(await load());
}

/** 3/xml-module: documents are read by libxml2, and kept by the realm. */
export const xmlPort: XmlPort = {
  parse: (document, tell) => {
    const current = parser;
    if (current === undefined) return unavailable;
    const bytes = typeof document === 'string' ? encoder.encode(document) : viewed(document);
    descend(room);
    try {
      return current.parse(withPlainLineEnds(bytes), tell);
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

/** Throws where the stack has no room for so many calls. */
function descend(calls: number): number {
  return calls === 0 ? 0 : descend(calls - 1) + 1;
}
