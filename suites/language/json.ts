/** JSON values in payloads and answers of the management API. */
import type { Json } from './endpoint.js';

export type JsonObject = { readonly [name: string]: Json };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The value of a member of an object; `undefined` if there is none. */
export const member = (json: Json | undefined, name: string): Json | undefined =>
  isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
