/**
 * Renders a HostPlan into nginx-style configuration: for nginx itself, for the reference host in this process, and for
 * `srvspec serve`.
 */
import type { Handler, HostPlan, LocationPlan, ZonePlan } from '../../../language/setup.js';

/** What is not part of a plan but of the machine it runs on. Paths are absolute. */
export interface Placement {
  /** Folder for the log, temporary files and the bundle; the configuration is written there too. */
  readonly folder: string;
  readonly port: number;
  /** Main-level directives, for example `load_module`. */
  readonly main?: readonly (readonly string[])[];
  /** Directives at the head of the http block, for example `js_engine`. */
  readonly http?: readonly (readonly string[])[];
}

export const BUNDLE_FILE = 'bundle.js';
export const LOG_FILE = 'error.log';
export const EVALUATE_PATH = '/srvspec/evaluate';

/** The text of a configuration file, and the handlers in the order in which the bundle must export them. */
export function renderConfiguration(plan: HostPlan, place: Placement): { text: string; handlers: readonly Handler[] } {
  const handlers = new Map<Handler, string>();
  // Cases of one law share its handlers: scripts are read anew for each request.
  const exported = (handler: Handler): string => {
    const name = handlers.get(handler) ?? `bundle.h${handlers.size}`;
    handlers.set(handler, name);
    return name;
  };
  const sets = plan.jsSets.map(({ name, handler }) => line('js_set', `$${name}`, exported(handler)));
  const locations = plan.locations.map((location) => renderLocation(location, exported));
  const http = [
    ...(place.http ?? []).map((directive) => line(...directive)),
    ...temporaryFolders(place.folder),
    line('access_log', 'off'),
    line('client_max_body_size', '64m'),
    line('client_body_buffer_size', '16m'),
    line('js_import', 'bundle', 'from', `${place.folder}/${BUNDLE_FILE}`),
    ...plan.directives.map((directive) => line(...directive)),
    ...plan.zones.map(renderZone),
    ...plan.jsVars.map(({ name, value }) => line('js_var', `$${name}`, ...(value === undefined ? [] : [value]))),
    ...sets,
    block('server', [
      line('listen', `127.0.0.1:${place.port}`),
      block(`location = ${EVALUATE_PATH}`, [line('js_content', 'bundle.evaluate')]),
      ...locations,
    ]),
  ];
  return { text: [...mainPart(place), block('http', http), ''].join('\n'), handlers: [...handlers.keys()] };
}

function mainPart(place: Placement): string[] {
  return [
    ...(place.main ?? []).map((directive) => line(...directive)),
    line('daemon', 'off'),
    line('master_process', 'off'),
    line('worker_processes', '1'),
    line('pid', `${place.folder}/host.pid`),
    line('error_log', `${place.folder}/${LOG_FILE}`, 'info'),
    block('events', [line('worker_connections', '512')]),
  ];
}

const temporaryFolders = (folder: string): string[] =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) =>
    line(`${name}_temp_path`, `${folder}/temporary-${name}`),
  );

function renderZone(zone: ZonePlan): string {
  const options = [
    zone.type === undefined ? '' : `type=${zone.type}`,
    zone.timeout === undefined ? '' : `timeout=${zone.timeout}`,
    zone.evict === true ? 'evict' : '',
  ];
  return line('js_shared_dict_zone', `zone=${zone.name}:${zone.size}`, ...options.filter((option) => option !== ''));
}

const MATCH_SIGNS = { prefix: '', exact: '= ', regex: '~ ' } as const;

function renderLocation(location: LocationPlan, exported: (handler: Handler) => string): string {
  const { access, content, answer } = location;
  return block(`location ${MATCH_SIGNS[location.match ?? 'prefix']}${quoted(location.path)}`, [
    ...(location.internal === true ? [line('internal')] : []),
    ...(location.directives ?? []).map((directive) => line(...directive)),
    ...(answer === undefined
      ? []
      : [line('return', `${answer.status}`, ...(answer.text === undefined ? [] : [answer.text]))]),
    ...(access === undefined ? [] : [line('js_access', exported(access))]),
    ...(content === undefined ? [] : [line('js_content', exported(content))]),
  ]);
}

const line = (...words: readonly string[]): string => `${words.map(quoted).join(' ')};`;

const block = (head: string, lines: readonly string[]): string =>
  `${head} {\n${lines.map((text) => text.replace(/^/gm, '  ')).join('\n')}\n}`;

/** A word as it stands, or in double quotes where it holds what the configuration language gives a meaning. */
const quoted = (word: string): string => (/^[^\s"'{};\\#]+$/.test(word) ? word : `"${word.replace(/["\\]/g, '\\$&')}"`);
