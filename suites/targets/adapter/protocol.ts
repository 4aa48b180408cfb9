/** The protocol between the runner and an adapter: JSON messages on the adapter's standard streams, one in each line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import type { Engine, Version } from '../../../spec/types/requirement.js';
import { parsedPlain } from '../../executor/plain.js';

export type AdapterMessage = Hello | Start | Run | Answer | Program | Printed | Stop;

/** Versions of the protocol. Version 1.1 adds `arguments`, `program` and `printed`, for adapters with the capabilities. */
export type ProtocolVersion = 1 | 1.1;

const VERSIONS: readonly unknown[] = [1, 1.1] satisfies readonly ProtocolVersion[];

/**
 * What an adapter can do.
 * - `evaluate`: it answers `run`; without it nothing is run
 * - `file-system`: scripts use the files of the runner's machine
 * - `machine`: scripts use also its processes, and have the environment of the adapter
 * - `arguments`: scripts have the arguments of `start`, and the whole environment; since version 1.1
 * - `command-line`: it answers `program`; since version 1.1
 */
export type AdapterCapability = 'evaluate' | 'file-system' | 'machine' | 'arguments' | 'command-line';

/** The capabilities that version 1 does not have. */
const ADDED: readonly AdapterCapability[] = ['arguments', 'command-line'];

/** A module of the documents. */
export type ModuleName = 'crypto' | 'fs' | 'querystring' | 'xml' | 'zlib';

/** The adapter's first line: what the adapter is. It is the same at each start. */
export interface Hello {
  readonly type: 'hello';
  readonly protocol: ProtocolVersion;
  /** The runtime and its own version, such as `node 20.20.2`. Deviations that are recorded for a runtime of its first word apply. */
  readonly name: string;
  /** The version of the documents that the runtime is judged by. */
  readonly version: Version;
  /** The engine, if it is one of these: some requirements depend on it. */
  readonly engine?: Engine;
  readonly capabilities: readonly AdapterCapability[];
  /** The modules that scripts can import by name. */
  readonly modules: readonly ModuleName[];
  /** Names of the globals `srv` and `rt` in scripts; the default is `srv` and `rt`. */
  readonly globals?: RuntimeGlobals;
}

export interface RuntimeGlobals {
  readonly srv?: string;
  readonly rt?: string;
}

/** From the runner, once, before all others. */
export interface Start {
  readonly type: 'start';
  /** The text of a script that declares the function `evaluate(jobs, done)`. */
  readonly bundle: string;
  /** The arguments of the script, the last elements of `process.argv`. Only for adapters with the capability `arguments`. */
  readonly arguments?: readonly string[];
}

/** From the runner: call `evaluate(jobs, done)`. The next message comes after the answer. */
export interface Run {
  readonly type: 'run';
  readonly id: number;
  /** An ASCII text, to be passed on unchanged. */
  readonly jobs: string;
}

/** From the adapter: the argument of `done`. */
export interface Answer {
  readonly type: 'answer';
  /** The id of the run. */
  readonly id: number;
  /** An ASCII text, passed on unchanged. */
  readonly outcomes: string;
}

/** From the runner: run a script as a program until it ends. Only for adapters with the capability `command-line`. */
export interface Program {
  readonly type: 'program';
  readonly id: number;
  /** The text of a script. It shares no state with other scripts. */
  readonly script: string;
}

/** From the adapter: what a program printed. */
export interface Printed {
  readonly type: 'printed';
  /** The id of the program. */
  readonly id: number;
  /** All that the script printed on its standard output and on its standard error. */
  readonly stdout: string;
  readonly stderr: string;
  /** The exit status: 0, unless an error or the script itself ended the program. */
  readonly status: number;
}

/** From the runner, last: the adapter ends, with all processes that it has started. */
export interface Stop {
  readonly type: 'stop';
}

export type FromAdapter = Hello | Answer | Printed;

/** The adapter broke the protocol; the message is a clause. */
export class ProtocolBreach extends Error {}

/** The file that `srvspec generate` writes. */
export const SCHEMA_FILE = 'suites/targets/adapter/protocol.schema.json';

type Validators = { readonly [type in FromAdapter['type']]: ValidateFunction<FromAdapter> };

let validators: Validators | undefined;

function compiled(): Validators {
  if (validators !== undefined) return validators;
  const schema: object = JSON.parse(readFileSync(join(PACKAGE_ROOT, SCHEMA_FILE), 'utf8'));
  const ajv = new Ajv({ strict: false });
  validators = {
    hello: ajv.compile<Hello>({ ...schema, $ref: '#/definitions/Hello' }),
    answer: ajv.compile<Answer>({ ...schema, $ref: '#/definitions/Answer' }),
    printed: ajv.compile<Printed>({ ...schema, $ref: '#/definitions/Printed' }),
  };
  return validators;
}

/**
 * The message in a line of an adapter.
 * @throws ProtocolBreach
 */
export function readMessage(line: Uint8Array): FromAdapter {
  const text = textOf(line);
  const message = parsedPlain(text);
  if (message === undefined) throw new ProtocolBreach(`it wrote a line that is not JSON: ${shortened(text)}`);
  const { type, protocol }: { readonly type?: unknown; readonly protocol?: unknown } = Object(message);
  if (type !== 'hello' && type !== 'answer' && type !== 'printed')
    throw new ProtocolBreach(`it wrote neither hello, answer nor printed: ${shortened(text)}`);
  if (type === 'hello' && typeof protocol === 'number' && !VERSIONS.includes(protocol))
    throw new ProtocolBreach(
      `it speaks version ${protocol} of the protocol, and this srvspec speaks versions ${VERSIONS.join(' and ')}`,
    );
  const validate = compiled()[type];
  if (validate(message)) return refuseAdded(message);
  const [error] = validate.errors ?? [];
  throw new ProtocolBreach(
    `its ${type} ${error?.instancePath ?? ''} ${error?.message}: ${shortened(text)}`.replace('  ', ' '),
  );
}

function refuseAdded(message: FromAdapter): FromAdapter {
  if (message.type !== 'hello' || message.protocol !== 1) return message;
  const added = message.capabilities.find((one) => ADDED.includes(one));
  if (added === undefined) return message;
  throw new ProtocolBreach(`its hello has the capability ${added}, which needs version 1.1 of the protocol`);
}

function textOf(line: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new ProtocolBreach(`it wrote a line that is not UTF-8: ${shortened(Buffer.from(line).toString('latin1'))}`);
  }
}

/** Enough of a text to recognize it. */
const shortened = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
