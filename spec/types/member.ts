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
  /** The object is the session of a stream server, whose handler looks at it. */
  readonly session?: boolean;
  /** The object is the session that a `js_periodic` handler is given, in this protocol; `at` only names it. */
  readonly periodic?: 'http' | 'stream';
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
  /** Methods and their arguments, each called on what the one before gave, which show what the object has come to and change nothing. */
  readonly shows?: readonly (readonly Plain[])[];
  /** Name of the type that probes know it by; holders of one type have the same members. */
  readonly type?: string;
  /** The object is such a dictionary of the case's own, a member of what stands at the path. */
  readonly zone?: ZoneFact;
  /** The object is there only in a host. */
  readonly host?: boolean;
  readonly since?: Version;
  readonly declared?: DeclaredHolder;
}

/** What the declarations for handlers say of an object besides its members. */
export interface DeclaredHolder {
  /** Its type; that of probes, or one made of where it stands, when absent. Holders of one type are declared once. */
  readonly as?: string;
  readonly about?: string;
  /** Handlers are given it: there is no global of its name. */
  readonly passed?: boolean;
  /** The type of the ECMAScript standard that it is one of. */
  readonly extends?: string;
  /** Types that differ from object to object, by names that its lines refer to them by, and what each may be. */
  readonly varies?: { readonly [name: string]: DeclaredName };
  /** The object is ECMAScript's own; its lines are what the runtime adds to it. */
  readonly standard?: boolean;
}

/** Names of declared types, of objects that are declared, of `TypeName`, or of ECMAScript; several are alternatives. */
export type DeclaredName = string | readonly string[];

/** A type that parameters, results and properties name with `as`: it is all that is said of it, alternatives to each other. */
export interface DeclaredType {
  readonly about?: string;
  readonly row?: string;
  /** Names that refer to it are without it before. */
  readonly since?: Version;
  readonly as?: DeclaredName;
  /** Values that are enumerated, and whether there may be others. */
  readonly oneOf?: readonly Plain[];
  readonly others?: boolean;
  /** An object of these keys. */
  readonly keys?: readonly MemberParameter[];
  /** An array of these. */
  readonly items?: DeclaredName;
  /** An object with keys of any name and values of this type. */
  readonly each?: DeclaredName;
  /** Of such an object; nothing else can be assigned to. */
  readonly access?: 'read-only' | 'writable';
  /** A function that is called with these; `as` is what it gives. */
  readonly params?: readonly MemberParameter[];
}

/** A narrower way to call an operation: types of parameters, by name, and what comes of it then. */
export interface MemberOverload {
  /** `undefined` among the types: the parameter may be left out. A parameter that has none is not in it. */
  readonly where: { readonly [parameter: string]: DeclaredName };
  /** Where it is not that of the member. */
  readonly returns?: TypeName | readonly TypeName[];
  readonly as?: DeclaredName;
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
  /** In the declarations for handlers: what `is` says too little of. */
  readonly as?: DeclaredName;
  readonly about?: string;
  /** Any number of values may stand in its place. */
  readonly rest?: boolean;
  /** May be left out; so may each parameter that has a default, unless this says that its row puts it in no brackets. */
  readonly optional?: boolean;
  /** What a call without it takes in its place: a value, or an expression such as `buf.length`. */
  readonly default?: Plain;
  /** Values that are enumerated: each is taken, unless that depends on other arguments. */
  readonly oneOf?: readonly Plain[];
  readonly depends?: boolean;
  /** The least and the greatest value that is taken; what becomes of the next ones is left open. */
  readonly from?: number;
  readonly to?: number;
  /** A value to call with: of a parameter with a version of its own, or what an expression amounts to in the example. */
  readonly written?: Plain;
  /** Values of its other types that do as well as the one in the example. */
  readonly also?: readonly Plain[];
  /** The call writes into the argument. */
  readonly filled?: boolean;
  /** It bounds a part of what the call deals with: the start, the end, or the size of the part that starts at the bound before it. */
  readonly bound?: 'start' | 'end' | 'size';
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
  /** Since when a property can be assigned, where it is older itself. */
  readonly assignable?: Version;
  readonly is?: TypeName | readonly TypeName[];
  readonly params?: readonly MemberParameter[];
  readonly returns?: TypeName | readonly TypeName[];
  /** What an operation gives where the example does not: `undefined` for a key that is missing. */
  readonly otherwise?: TypeName | readonly TypeName[];
  /**
   * In the declarations for handlers: the value or result, but for `array` and `promise`, which hold it, `undefined` and `null`. Probes
   * and cases go by `is` and `returns` alone.
   */
  readonly as?: DeclaredName;
  /** What it is for, as a phrase. */
  readonly about?: string;
  readonly overloads?: readonly MemberOverload[];
  /** Parameters in the declarations of a method whose row tells none. */
  readonly takes?: readonly MemberParameter[];
  /** The operation that it is the promise version of, whose overloads it has. */
  readonly twin?: string;
  /** The part of the name that stands for any name. */
  readonly stands?: string;
  /** The holder whose members the result or the value has. */
  readonly gives?: string;
  /** What an object's or array's items are. */
  readonly of?: TypeName | readonly TypeName[];
  /** The member that it is another name of. */
  readonly alias?: string;
  /** Arguments of a call that succeeds, or what a property is assigned; `{ $holder: NAME }` in them is the object of a holder. */
  readonly example?: readonly Plain[];
  /** Arguments of other calls that succeed, which axes are about as well. */
  readonly ways?: readonly (readonly Plain[])[];
  /** The result shows the memory of the object or of an argument: what is written into one is read in the other. */
  readonly shares?: boolean;
  /** The object is used up by the call: what another one gives is left open. */
  readonly ends?: boolean;
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
  /** Types by which the lines say in the declarations for handlers what objects, functions and texts are. */
  readonly types?: { readonly [name: string]: DeclaredType };
  readonly members: readonly Member[];
}
