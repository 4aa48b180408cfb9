import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, wordsOf } from '../support/errors.js';
import { isJsonArray, isJsonObject, type JsonValue, jsonOf } from '../support/json.js';

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
  override readonly name = 'StateError';
}

/** The content of a file, which need not exist. Rejects with `StateError`. */
export async function readState(path: string): Promise<StoredState> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new StateError(`${path}: cannot be read: ${wordsOf(error)}`);
  });
  const value = text === undefined ? EMPTY : jsonOf(text);
  if (isStoredState(value)) return value;
  throw new StateError(
    `${path}: this is not a state file of this release; restore it from a copy, or give another path`,
  );
}

/** Replaces the file. Resolves once the content would survive a crash, and rejects with `StateError`. */
export async function writeState(path: string, stored: StoredState): Promise<void> {
  try {
    await writeFile(`${path}.new`, `${JSON.stringify(stored)}\n`, { mode: 0o600, flush: true });
    await rename(`${path}.new`, path);
    // A new file name survives a crash only if its folder is written to disk.
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    throw new StateError(`${path}: cannot be written: ${wordsOf(error)}`);
  }
}

/** The server alone writes the file, so its format identifies its content. */
function isStoredState(value: JsonValue | undefined): value is StoredState {
  return isJsonObject(value) && value.format === FORMAT && isJsonArray(value.servers) && isJsonArray(value.apps);
}
