/**
 * HostPlan: typed data describing what a host must be configured with. Laws give fragments; a run merges them all into
 * one plan for one host process; a target renders the plan into its own configuration language.
 */
import { UserError } from '../../spec/reading/user-error.js';
import type { World } from './world.js';

/** A handler lifted into the target by its source, as probes are. */
export type Handler = (r: World['r'], t: World) => unknown;

/** A shared dictionary zone. Equal names must have equal definitions in all fragments of a run. */
export interface ZonePlan {
  readonly name: string;
  /** As the directive writes it: `32k`, `1m`. */
  readonly size: string;
  readonly type?: 'string' | 'number';
  /** As the directive writes it: `60s`, `500ms`. */
  readonly timeout?: string;
  readonly evict?: boolean;
}

/** A variable declared with `js_var`. */
export interface JsVarPlan {
  readonly name: string;
  readonly value?: string;
}

/** A variable computed by a `js_set` handler. */
export interface JsSetPlan {
  readonly name: string;
  readonly handler: Handler;
}

export interface LocationPlan {
  /** Path within the case; the run places it under the case's own prefix. */
  readonly path: string;
  readonly match?: 'prefix' | 'exact' | 'regex';
  /** Handler of `js_content`. */
  readonly content?: Handler;
  /** Handler of `js_access`. */
  readonly access?: Handler;
  /** A `return` directive instead of a handler. */
  readonly answer?: { readonly status: number; readonly text?: string };
  readonly internal?: boolean;
  /** Further directives of the location, name and arguments, in order. */
  readonly directives?: readonly (readonly string[])[];
}

export interface PlanFragment {
  readonly zones?: readonly ZonePlan[];
  readonly jsVars?: readonly JsVarPlan[];
  readonly jsSets?: readonly JsSetPlan[];
  readonly locations?: readonly LocationPlan[];
  /** Further directives of the http block, for example `map` free settings such as `underscores_in_headers on`. */
  readonly directives?: readonly (readonly string[])[];
}

/** One plan for one host process. */
export interface HostPlan {
  readonly zones: readonly ZonePlan[];
  readonly jsVars: readonly JsVarPlan[];
  readonly jsSets: readonly JsSetPlan[];
  readonly locations: readonly LocationPlan[];
  readonly directives: readonly (readonly string[])[];
}

/** A request to be put on the wire as it stands. */
export interface WireRequest {
  readonly method?: string;
  readonly target: string;
  readonly version?: '1.0' | '1.1';
  /** `Host` and, for a body, `Content-Length` are added unless given. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body?: string | Uint8Array;
}

/** Two fragments that want different things under one name. */
export class PlanError extends UserError {}

/** Merges fragments; equal definitions are kept once. Throws `PlanError` where two contradict each other. */
export function mergePlans(fragments: Iterable<PlanFragment>): HostPlan {
  const zones = new Map<string, ZonePlan>();
  const jsVars = new Map<string, JsVarPlan>();
  const jsSets = new Map<string, JsSetPlan>();
  const locations = new Map<string, LocationPlan>();
  const directives = new Map<string, readonly string[]>();
  for (const fragment of fragments) {
    for (const zone of fragment.zones ?? []) keep(zones, 'zone', zone.name, zone);
    for (const jsVar of fragment.jsVars ?? []) keep(jsVars, 'variable', jsVar.name, jsVar);
    for (const jsSet of fragment.jsSets ?? []) keep(jsSets, 'variable', jsSet.name, jsSet);
    for (const location of fragment.locations ?? []) keep(locations, 'location', location.path, location);
    for (const directive of fragment.directives ?? []) keep(directives, 'directive', directive[0] ?? '', directive);
  }
  return {
    zones: [...zones.values()],
    jsVars: [...jsVars.values()],
    jsSets: [...jsSets.values()],
    locations: [...locations.values()],
    directives: [...directives.values()],
  };
}

function keep<T>(into: Map<string, T>, what: string, name: string, definition: T): void {
  const before = into.get(name);
  if (before !== undefined && fingerprint(before) !== fingerprint(definition)) {
    throw new PlanError(`two cases define ${what} ${name} differently; give one of them another name`);
  }
  into.set(name, definition);
}

const fingerprint = (definition: unknown): string =>
  JSON.stringify(definition, (_, value: unknown) => (typeof value === 'function' ? value.toString() : value));
