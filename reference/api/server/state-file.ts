import { open, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileFault } from '../support/file-fault.js';
import {
  isJsonArray,
  isJsonObject,
  isText,
  isTexts,
  type JsonObject,
  type JsonValue,
  jsonOf,
} from '../support/json.js';

/** The stored part of an account: no key, only its digest. */
export type StoredAccount = { readonly clientId: string; readonly apiKeyDigest: string };

/** 1/resources-and-their-fields/server */
export type ServerRecord = { readonly id: string; readonly name: string; readonly apiKeyDigest: string };

/** 1/resources-and-their-fields/app, with the action that creates it. */
export type AppRecord = {
  readonly id: string;
  readonly name: string;
  readonly sysuserid: string;
  readonly runtime: string;
  readonly domains: readonly string[];
  readonly actionid: string;
  /** Milliseconds since 1970. */
  readonly createdMs: number;
  /** Milliseconds from then until the action is complete. */
  readonly actionMs: number;
};

/** The content of a state file. */
export type StoredState = {
  readonly format: typeof FORMAT;
  readonly account?: StoredAccount;
  readonly servers: readonly ServerRecord[];
  readonly apps: readonly AppRecord[];
};

const FORMAT = 'srvspec-api-state-3';

export const EMPTY: StoredState = { format: FORMAT, servers: [], apps: [] };

/** The state cannot be used, or cannot be written. */
export class StateError extends Error {
  override get name(): string {
    return 'StateError';
  }
}

/** The system's name of an error, such as `ENOSPC`; empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A file that each change replaces with a new file. */
export class StateFile {
  readonly #path: string;
  /** Version of the file when it was last read or written. */
  #version: string | undefined;

  private constructor(path: string, version: string | undefined) {
    this.#path = path;
    this.#version = version;
  }

  /** The file, which need not exist, and its content. Rejects with `StateError`. */
  static async open(file: string): Promise<{ readonly file: StateFile; readonly stored: StoredState }> {
    const path = await realpath(file).catch(() => resolve(file));
    return orStateError(`${path}: cannot be read`, async () => {
      const version = await versionOf(path);
      const stored = version === undefined ? EMPTY : readState(await readFile(path, 'utf8'), path);
      return { file: new StateFile(path, version), stored };
    });
  }

  /**
   * Resolves once the content would survive a crash. A file that differs from the last one written belongs to another program, and is not
   * replaced. Rejects with `StateError`.
   */
  write(stored: StoredState): Promise<void> {
    const path = this.#path;
    return orStateError(`${path}: cannot be written`, async () => {
      if ((await versionOf(path)) !== this.#version) throw new StateError(`${path}: was changed by another program`);
      await writeFile(`${path}.new`, `${JSON.stringify(stored)}\n`, { mode: 0o600, flush: true });
      await rename(`${path}.new`, path);
      this.#version = await versionOf(path);
      await syncFolderOf(path);
    });
  }
}

async function orStateError<T>(what: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof StateError ? error : new StateError(`${what}: ${fileFault(error)}`);
  }
}

/** Distinguishes a file from one that replaced it; `undefined` without a file. */
async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { ino, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${mtimeNs}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A new file name survives a crash only if its folder is written to disk. */
async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

function readState(text: string, path: string): StoredState {
  const value = jsonOf(text);
  if (isStoredState(value)) return value;
  throw new StateError(
    `${path}: this is not a state file of this release; restore it from a copy, or give another path`,
  );
}

function isStoredState(value: JsonValue | undefined): value is StoredState {
  if (!isJsonObject(value) || value.format !== FORMAT) return false;
  const { account, servers, apps } = value;
  const isKept = account === undefined || hasTexts(account, ['clientId', 'apiKeyDigest']);
  return isKept && isJsonArray(servers) && servers.every(isServer) && isJsonArray(apps) && apps.every(isApp);
}

const isServer = (value: JsonValue): boolean => hasTexts(value, ['id', 'name', 'apiKeyDigest']);

const isApp = (value: JsonValue): boolean =>
  hasTexts(value, ['id', 'name', 'sysuserid', 'runtime', 'actionid']) &&
  isTexts(value.domains) &&
  Number.isSafeInteger(value.createdMs) &&
  Number.isSafeInteger(value.actionMs);

function hasTexts(value: JsonValue, names: readonly string[]): value is JsonObject {
  return isJsonObject(value) && names.every((name) => isText(value[name]));
}
