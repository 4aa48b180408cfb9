/** Reads the files of scenarios, strictly. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AnySchema } from 'ajv';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { strictReader } from '../executor/strict-yaml.js';
import type { Scenario, ScenarioAction, ScenarioFile } from './scenario.js';

/** Folder of the scenarios of this package. */
const DESCRIBED = join(PACKAGE_ROOT, 'suites/scenarios/described');

/** Directives that may be beside others in one `http` block: those with a unique name, and servers. */
const BESIDE: ReadonlySet<string> = new Set([
  ...['server', 'upstream', 'map', 'geo', 'split_clients', 'log_format'],
  ...['js_shared_dict_zone', 'limit_req_zone', 'limit_conn_zone', 'js_var'],
]);
const PLACES = /(?<!\?)<(?:(socket|root|scripts|certificates|log)|(peer|stream) ([\w-]+)|([^>\s]*))>/g;

const SCHEMA: AnySchema = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'suites/scenarios/scenario.schema.json'), 'utf8'));
const read = strictReader<ScenarioFile>('scenario', SCHEMA);

/** @throws FileRefused */
export function readScenario(file: string): Scenario {
  const { content: written, refuse } = read(file);
  const content = repeated(written);
  const { configuration = '', stream = '', upstreams = {}, services = {}, scripts } = content;
  const text = `${configuration}\n${stream}`;
  for (const part of ['configuration', 'stream'] as const)
    for (const [, word = ''] of (content[part] ?? '').matchAll(/^([^\s}#]+)/gm))
      if (!BESIDE.has(word))
        refuse([part], word, `at the start of a line one of ${[...BESIDE].join(', ')}`, 'indent it');
  const named = new Set<string>();
  for (const [found, , kind, name = '', other] of text.matchAll(PLACES)) {
    if (kind === 'peer') named.add(name);
    if (other !== undefined || (kind === 'peer' && upstreams[name] === undefined && services[name] === undefined))
      refuse(
        [configuration.includes(found) ? 'configuration' : 'stream'],
        found,
        'a place that there is',
        'write <socket>, <root>, <scripts>, <certificates>, <log>, <peer NAME> or <stream NAME>',
      );
  }
  for (const kind of ['upstreams', 'services'] as const)
    for (const name of Object.keys(content[kind] ?? {}))
      if (!named.has(name)) refuse([kind, name], name, 'an upstream that is asked', `write <peer ${name}>`);
  for (const name of Object.keys(scripts))
    if (!text.includes(name)) refuse(['scripts', name], name, 'a script that is imported', 'import it');
  for (const asked of content.requests.flatMap((step) => ('together' in step ? step.together : [step])))
    if (!text.includes(listening(asked)))
      refuse(['requests'], 'none', 'a server', `write "listen unix:${listening(asked)};"`);
  if (content.access !== undefined && !text.includes('<log>'))
    refuse(['access'], 'lines', 'an access log', 'write "access_log <log>;"');
  return { name: basename(file, '.yaml'), ...content };
}

const repeated = (written: ScenarioFile): ScenarioFile =>
  JSON.parse(JSON.stringify(written).replace(/<x (\d+)>/g, (_, times: string) => 'x'.repeat(Number(times))));

const listening = (asked: ScenarioAction): string => ('session' in asked ? `<stream ${asked.session}>` : '<socket>');

/** All scenarios, or one. @throws FileRefused */
export function readScenarios(only = ''): readonly Scenario[] {
  const files = readdirSync(DESCRIBED)
    .filter((file) => file.endsWith('.yaml'))
    .sort();
  const chosen = only === '' ? files : [`${only}.yaml`];
  return chosen.map((file) => readScenario(join(DESCRIBED, file)));
}
