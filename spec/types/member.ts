/**
 * The members that the documents name, as authored tables: `members.yaml` of each object. What a row says of a member must
 * agree with it.
 */
import type { Engine, Plain, Version } from './requirement.js';

/** A dictionary zone that a host must have. */
export interface ZoneFact {
  readonly name: string;
  readonly size: string;
  readonly type?: 'string' | 'number';
  readonly timeout?: string;
}

/** How probes come by an object that has members. */
export interface Holder {
  /** Dotted path from a root that probes know: `Buffer`, `srv.shared.texts`, `r`; empty for globals. */
  readonly at: string;
  /** Arguments of `new`: the object is made by what stands at the path. */
  readonly make?: readonly Plain[];
  /** A method of it and its arguments: the object is what the call gives. */
  readonly call?: readonly Plain[];
  /** The object is what `r.readRequestForm` makes of a body of this type, in a request of its own; `at` only names it. */
  readonly form?: { readonly type: string; readonly body: string };
  /** Of a list that the call gives: the object's index. */
  readonly item?: number;
  /** Files with their content, in the folder that stands as `{folder}` in arguments. */
  readonly files?: { readonly [name: string]: string };
  /** Dotted path from what is made or called: the object stands there. */
  readonly inside?: string;
  /** The call gives a promise of the object. */
  readonly awaited?: boolean;
  /** Methods of the object and their arguments, called before each trial. */
  readonly prepare?: readonly (readonly Plain[])[];
  /** A method of the object and its arguments, which gives true once it is prepared. */
  readonly ready?: readonly Plain[];
  /** Name of the type that probes know it by; holders of one type have the same members. */
  readonly type?: string;
  /** The object is such a dictionary of the case's own, a member of what stands at the path. */
  readonly zone?: ZoneFact;
  /** The object is there only in a host. */
  readonly host?: boolean;
  readonly since?: Version;
}

export type MemberKind = 'method' | 'property' | 'constructor' | 'constant';

/** Types of the closed vocabulary; `itself` is the object that has the member, `any` says nothing. */
export type TypeName =
  | 'string'
  | 'number'
  | 'integer'
  | 'milliseconds'
  | 'boolean'
  | 'object'
  | 'array'
  | 'function'
  | 'undefined'
  | 'null'
  | 'Buffer'
  | 'Uint8Array'
  | 'ArrayBuffer'
  | 'promise'
  /** An array of strings, of two strings, and of a key and its value. */
  | 'strings'
  | 'pair'
  | 'entry'
  | 'itself'
  | 'any';

export interface MemberParameter {
  readonly name: string;
  readonly is?: TypeName | readonly TypeName[];
  /** May be left out; so may each parameter that has a default, unless this says that its row puts it in no brackets. */
  readonly optional?: boolean;
  /** What a call without it takes in its place: a value, or an expression such as `buf.length`. */
  readonly default?: Plain;
  /** Values that are enumerated: each is taken. */
  readonly oneOf?: readonly Plain[];
  /** The least and the greatest value that is taken; what becomes of the next ones is left open. */
  readonly from?: number;
  readonly to?: number;
  /** A value to call with: of a parameter with a version of its own, or what an expression amounts to in the example. */
  readonly written?: Plain;
  readonly since?: Version;
}

/** An error row: a call on `on` with these arguments, or those of the example, that throws an error of this name; any, if none. */
export interface MemberError {
  readonly row: string;
  readonly name?: string;
  readonly on?: string;
  readonly with?: readonly Plain[];
}

/** One property, method, constructor or constant of the documents. */
export interface Member {
  /** As its row writes it: `incr`, `r.args`, `Buffer.from`. */
  readonly member: string;
  readonly row: string;
  readonly kind: MemberKind;
  /** Holders that have it; the one named like its prefix, or the first of the file, when absent. */
  readonly on?: readonly string[];
  readonly since?: Version;
  readonly removed?: Version;
  readonly engines?: readonly Engine[];
  /** What is removed of it leaves a member of the ECMAScript standard. */
  readonly standard?: boolean;
  readonly access?: 'read-only' | 'writable';
  readonly is?: TypeName | readonly TypeName[];
  readonly params?: readonly MemberParameter[];
  readonly returns?: TypeName | readonly TypeName[];
  /** What an operation gives where the example does not: `undefined` for a key that is missing. */
  readonly otherwise?: TypeName | readonly TypeName[];
  /** The holder whose members the result or the value has. */
  readonly gives?: string;
  /** What an object's or array's items are. */
  readonly of?: TypeName | readonly TypeName[];
  /** The member that it is another name of. */
  readonly alias?: string;
  /** Arguments of a call that succeeds. */
  readonly example?: readonly Plain[];
  readonly throws?: readonly MemberError[];
}

/** `spec/<document>/<object>/members.yaml`. */
export interface MemberFile {
  readonly title: string;
  readonly document: 1 | 2 | 3;
  /** Since when the object is there; members without a version of their own are as old. */
  readonly since?: Version;
  /** A built-in module of this name has to be imported. */
  readonly module?: string;
  readonly holders: { readonly [name: string]: Holder };
  readonly members: readonly Member[];
}
