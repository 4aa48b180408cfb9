/** Reads the files of scenarios, strictly. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AnySchema } from 'ajv';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { strictReader } from '../executor/strict-yaml.js';
import type { Scenario } from './scenario.js';

/** Folder of the scenarios of this package. */
export const DESCRIBED = join(PACKAGE_ROOT, 'suites/scenarios/described');

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const texts = { type: 'object', additionalProperties: text };
const object = (properties: Readonly<Record<string, AnySchema>>, ...required: readonly string[]): AnySchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: AnySchema): AnySchema => ({ type: 'array', items, minItems: 1 });
const matched: AnySchema = { anyOf: [text, object({ matches: text }, 'matches')] };
const asked = object(
  {
    method: text,
    target: text,
    headers: texts,
    body: text,
    expect: object(
      {
        status: count,
        headers: { type: 'object', additionalProperties: { anyOf: [matched, list(text), { type: 'null' }] } },
        body: matched,
        json: true,
      },
      'status',
    ),
  },
  'target',
  'expect',
);
const answer = object({
  method: text,
  path: text,
  times: count,
  after: count,
  status: count,
  headers: texts,
  body: text,
});

const SCHEMA = object(
  {
    says: text,
    pending: text,
    configuration: text,
    scripts: { ...texts, minProperties: 1 },
    files: texts,
    upstreams: { type: 'object', additionalProperties: object({ answers: list(answer), asked: count }, 'answers') },
    requests: list({ anyOf: [asked, object({ together: list(asked) }, 'together')] }),
    access: list(matched),
  },
  'says',
  'configuration',
  'scripts',
  'requests',
);

/** What may stand beside others in one `http` block: what has a name of its own, or is a server. */
const BESIDE: ReadonlySet<string> = new Set([
  ...['server', 'upstream', 'map', 'geo', 'split_clients', 'log_format'],
  ...['js_shared_dict_zone', 'limit_req_zone', 'limit_conn_zone'],
]);
const PLACES = /(?<!\?)<(?:(socket|root|scripts|log)|peer ([\w-]+)|([^>\s]*))>/g;

const read = strictReader<Omit<Scenario, 'name'>>('scenario', SCHEMA);

/** @throws FileRefused */
export function readScenario(file: string): Scenario {
  const { content, refuse } = read(file);
  const { configuration, upstreams = {}, scripts } = content;
  for (const [, word = ''] of configuration.matchAll(/^([^\s}#]+)/gm))
    if (!BESIDE.has(word))
      refuse(['configuration'], word, `at the start of a line one of ${[...BESIDE].join(', ')}`, 'indent it');
  const named = new Set<string>();
  for (const [found, , peer, other] of configuration.matchAll(PLACES)) {
    if (peer !== undefined) named.add(peer);
    if (other !== undefined || (peer !== undefined && upstreams[peer] === undefined))
      refuse(
        ['configuration'],
        found,
        'a place that there is',
        'write <socket>, <root>, <scripts>, <log> or <peer NAME>',
      );
  }
  for (const name of Object.keys(upstreams))
    if (!named.has(name)) refuse(['upstreams', name], name, 'an upstream that is asked', `write <peer ${name}>`);
  for (const name of Object.keys(scripts))
    if (!configuration.includes(name)) refuse(['scripts', name], name, 'a script that is imported', 'import it');
  if (!configuration.includes('<socket>'))
    refuse(['configuration'], 'none', 'a server', 'write "listen unix:<socket>;"');
  if (content.access !== undefined && !configuration.includes('<log>'))
    refuse(['access'], 'lines', 'an access log', 'write "access_log <log>;"');
  return { name: basename(file, '.yaml'), ...content };
}

/** All scenarios, or one. @throws FileRefused */
export function readScenarios(only = ''): readonly Scenario[] {
  const files = readdirSync(DESCRIBED)
    .filter((file) => file.endsWith('.yaml'))
    .sort();
  const chosen = only === '' ? files : [`${only}.yaml`];
  return chosen.map((file) => readScenario(join(DESCRIBED, file)));
}
