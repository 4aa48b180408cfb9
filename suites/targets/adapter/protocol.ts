/** The protocol between the runner and an adapter: messages as JSON, one a line, on the adapter's standard streams. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import type { Engine, Version } from '../../../spec/types/requirement.js';

/** The version of the protocol; any change of a message is another version. */
export const PROTOCOL = 1;

export type AdapterMessage = Hello | Start | Run | Answer | Stop;

/** What an adapter can do, besides what every adapter can. */
export type AdapterCapability = 'evaluate' | 'file-system' | 'machine';

/** A module of the documents. */
export type ModuleName = 'crypto' | 'fs' | 'querystring' | 'xml' | 'zlib';

/** The adapter's first line: what it is. It is the same at each start. */
export interface Hello {
  readonly type: 'hello';
  readonly protocol: 1;
  /** The runtime and its own version, such as `node 20.20.2`. Deviations that are recorded for a runtime of its first word apply. */
  readonly name: string;
  /** The version of the documents that the runtime is judged by. */
  readonly version: Version;
  /** Present if it is one of these, on which some requirements depend. */
  readonly engine?: Engine;
  /** Without `evaluate` nothing is run. `file-system`: scripts use the files of the runner's machine. `machine`: also its processes and environment. */
  readonly capabilities: readonly AdapterCapability[];
  /** The modules that a script can import by name. */
  readonly modules: readonly ModuleName[];
  /** What scripts call the globals `srv` and `rt` of the documents, if that is not their name. */
  readonly globals?: RuntimeGlobals;
}

export interface RuntimeGlobals {
  readonly srv?: string;
  readonly rt?: string;
}

/** From the runner, once and first. */
export interface Start {
  readonly type: 'start';
  /** The text of a script that declares the function `evaluate(jobs, done)`. */
  readonly bundle: string;
}

/** From the runner: call `evaluate(jobs, done)`. The next one comes after the answer. */
export interface Run {
  readonly type: 'run';
  readonly id: number;
  /** A text in ASCII, to be passed on as it is. */
  readonly jobs: string;
}

/** From the adapter: what `done` was called with. */
export interface Answer {
  readonly type: 'answer';
  /** That of the run. */
  readonly id: number;
  /** A text in ASCII, passed on as it is. */
  readonly outcomes: string;
}

/** From the runner, last: the adapter ends, with all that it has started. */
export interface Stop {
  readonly type: 'stop';
}

export type FromAdapter = Hello | Answer;

/** What an adapter wrote against the protocol, as a clause. */
export class ProtocolBreach extends Error {}

/** The file that `srvspec generate` writes. */
export const SCHEMA_FILE = 'suites/targets/adapter/protocol.schema.json';

let validators: { readonly hello: ValidateFunction<Hello>; readonly answer: ValidateFunction<Answer> } | undefined;

function compiled(): NonNullable<typeof validators> {
  if (validators !== undefined) return validators;
  const schema: object = JSON.parse(readFileSync(join(PACKAGE_ROOT, SCHEMA_FILE), 'utf8'));
  const ajv = new Ajv({ strict: false });
  validators = {
    hello: ajv.compile<Hello>({ ...schema, $ref: '#/definitions/Hello' }),
    answer: ajv.compile<Answer>({ ...schema, $ref: '#/definitions/Answer' }),
  };
  return validators;
}

/**
 * The message in a line of an adapter.
 * @throws ProtocolBreach
 */
export function readMessage(line: Uint8Array): FromAdapter {
  const text = textOf(line);
  const message = parsed(text);
  const { type, protocol }: { readonly type?: unknown; readonly protocol?: unknown } = Object(message);
  if (type !== 'hello' && type !== 'answer')
    throw new ProtocolBreach(`it wrote neither hello nor answer: ${cut(text)}`);
  if (type === 'hello' && typeof protocol === 'number' && protocol !== PROTOCOL)
    throw new ProtocolBreach(`it speaks version ${protocol} of the protocol, and this srvspec version ${PROTOCOL}`);
  const validate = compiled()[type];
  if (validate(message)) return message;
  const [error] = validate.errors ?? [];
  throw new ProtocolBreach(
    `its ${type} ${error?.instancePath ?? ''} ${error?.message}: ${cut(text)}`.replace('  ', ' '),
  );
}

function textOf(line: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new ProtocolBreach(`it wrote a line that is not UTF-8: ${cut(Buffer.from(line).toString('latin1'))}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolBreach(`it wrote a line that is not JSON: ${cut(text)}`);
  }
}

/** Enough of a text to recognize it. */
export const cut = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
