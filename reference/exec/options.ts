import { parseArgs } from 'node:util';
import { bindingsOf, nameComplaint } from '../host/script/runtime-port.js';
import { RUNTIME_OPTIONS } from '../host/support/realms/runtime-options.js';
import { versionComplaint } from '../host/support/version.js';
import type { EngineName, GlobalNames } from '../port/runtime.js';

/** Options of `exec`, each with its help text. The letters are those of real command-line runtimes. */
export const EXEC_OPTIONS = {
  c: { type: 'string', short: 'c', value: 'CODE', help: 'runs this code instead of a file', otherwise: 'none' },
  m: {
    type: 'boolean',
    short: 'm',
    help: 'runs the code as a module even if it has no import, export or await at its top level',
  },
  p: {
    type: 'string',
    short: 'p',
    multiple: true,
    value: 'DIR',
    help: 'folder to search for modules that are not beside the importing file',
    otherwise: 'none',
  },
  e: { type: 'string', short: 'e', value: 'STATUS', help: 'exit status of a script that fails', otherwise: '1' },
  r: { type: 'boolean', short: 'r', help: 'continues after an unhandled promise rejection' },
  n: {
    type: 'string',
    short: 'n',
    value: 'ENGINE',
    values: ['njs', 'QuickJS'],
    help: 'which engine of njs to follow: QuickJS has no require',
    otherwise: 'njs',
  },
  q: { type: 'boolean', short: 'q', help: 'starts the prompt without a greeting' },
  v: { type: 'boolean', short: 'v', help: 'prints the version of the runtime' },
  ...RUNTIME_OPTIONS,
} as const;

/** Where the code comes from. */
export type CodeSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'input' };

/** The request of a command line. */
export interface ExecRequest {
  /** `undefined` if the command line names none. */
  readonly source: CodeSource | undefined;
  /** The script's own arguments. */
  readonly arguments: readonly string[];
  readonly isModule: boolean;
  readonly folders: readonly string[];
  readonly failureStatus: number;
  readonly ignoresRejections: boolean;
  readonly isQuiet: boolean;
  readonly asksVersion: boolean;
  readonly bindings: GlobalNames;
  readonly runtimeVersion: string | undefined;
  readonly engine: EngineName;
}

/** The engines, by their names on the command lines of real runtimes. */
const engines: ReadonlyMap<string | undefined, EngineName> = new Map([
  [undefined, 'njs'],
  ['njs', 'njs'],
  ['QuickJS', 'qjs'],
]);

/** Parses the words after `exec`. Options precede the file, and the words after the file are the script's. A returned text is the error. */
export function readRequest(words: readonly string[]): ExecRequest | string {
  const at = firstOperand(words);
  try {
    const { values } = parseArgs({ args: words.slice(0, at), options: EXEC_OPTIONS });
    const { srv, rt, 'runtime-version': runtimeVersion, e: status } = values;
    const engine = engines.get(values.n);
    if (engine === undefined) return `-n takes njs or QuickJS, not ${values.n}`;
    const complaint =
      nameComplaint('srv', srv) ??
      nameComplaint('rt', rt) ??
      (runtimeVersion === undefined ? undefined : versionComplaint(runtimeVersion)) ??
      statusComplaint(status);
    if (complaint !== undefined) return complaint;
    return {
      ...sourceAndArguments(values.c, words.slice(at)),
      isModule: values.m === true,
      folders: values.p ?? [],
      failureStatus: Number(status ?? 1),
      ignoresRejections: values.r === true,
      isQuiet: values.q === true,
      asksVersion: values.v === true,
      bindings: bindingsOf({ srv, rt }),
      runtimeVersion,
      engine,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Index of the first word that is neither an option nor an option's value. */
function firstOperand(words: readonly string[]): number {
  const { tokens } = parseArgs({
    args: [...words],
    options: EXEC_OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  return tokens.find(({ kind }) => kind === 'positional')?.index ?? words.length;
}

function sourceAndArguments(
  code: string | undefined,
  operands: readonly string[],
): Pick<ExecRequest, 'source' | 'arguments'> {
  if (code !== undefined) return { source: { kind: 'code', text: code }, arguments: operands };
  const [path, ...rest] = operands;
  if (path === undefined) return { source: undefined, arguments: [] };
  return { source: path === '-' ? { kind: 'input' } : { kind: 'file', path }, arguments: rest };
}

function statusComplaint(status: string | undefined): string | undefined {
  if (status === undefined || (/^\d{1,3}$/.test(status) && Number(status) <= 255)) return undefined;
  return `-e takes an exit status from 0 to 255, not ${status}`;
}
