import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../support/json.js';

/** The account and the digest of the key that is good from here on. */
export interface AccountRecord {
  readonly kind: 'account';
  readonly clientId: string;
  readonly apiKeyDigest: string;
}

/** 1/resources-and-their-fields/server */
export interface ServerRecord {
  readonly kind: 'server';
  readonly id: string;
  readonly name: string;
  readonly apiKeyDigest: string;
}

/** 1/resources-and-their-fields/app, together with the action that makes it: neither is ever there without the other. */
export interface AppRecord {
  readonly kind: 'app';
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
}

export type StoredRecord = AccountRecord | ServerRecord | AppRecord;

/** `undefined` for anything but a whole record; members that are not known are left out. */
export function readRecord(value: JsonValue): StoredRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  switch (value.kind) {
    case 'account':
      return readAccount(value);
    case 'server':
      return readServer(value);
    case 'app':
      return readApp(value);
    default:
      return undefined;
  }
}

function readAccount({ clientId, apiKeyDigest }: JsonObject): AccountRecord | undefined {
  if (!isText(clientId) || !isDigest(apiKeyDigest)) return undefined;
  return { kind: 'account', clientId, apiKeyDigest };
}

function readServer({ id, name, apiKeyDigest }: JsonObject): ServerRecord | undefined {
  if (!isText(id) || !isText(name) || !isDigest(apiKeyDigest)) return undefined;
  return { kind: 'server', id, name, apiKeyDigest };
}

function readApp({ id, name, sysuserid, runtime, domains, ...action }: JsonObject): AppRecord | undefined {
  const { actionid, createdMs, actionMs } = action;
  if (!isText(id) || !isText(name) || !isText(sysuserid) || !isText(runtime) || !isTexts(domains)) return undefined;
  if (!isText(actionid) || !isMilliseconds(createdMs) || !isMilliseconds(actionMs)) return undefined;
  return { kind: 'app', id, name, sysuserid, runtime, domains, actionid, createdMs, actionMs };
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

export function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return isJsonArray(value) && value.every(isText);
}

function isDigest(value: JsonValue | undefined): value is string {
  return isText(value) && /^[0-9a-f]{64}$/.test(value);
}

function isMilliseconds(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
