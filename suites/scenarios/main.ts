/**
 * `npm run scenarios`: the scenarios of `described`, against nginx of Debian's newest release and our host, each with either engine.
 * Exit status 1 if one fails, or passes on our host although it is marked as pending.
 *
 * `--host real|ours` runs only that host, `--only NAME` only that scenario; `--log` shows the hosts' error logs.
 */
import { parseArgs } from 'node:util';
import { UsageError, UserError } from '../../spec/reading/user-error.js';
import { readScenarios } from './reading.js';
import { type HostKind, runScenarios } from './running.js';
import { verdictsOf } from './verdicts.js';

const HOSTS: Readonly<Record<string, readonly HostKind['host'][]>> = {
  '': ['real', 'ours'],
  real: ['real'],
  ours: ['ours'],
};
const ENGINES = ['qjs', 'njs'] as const;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      log: { type: 'boolean', default: false },
    },
  });
  const hosts = HOSTS[values.host];
  if (hosts === undefined) throw new UsageError(`--host ${values.host}: expected real or ours`);
  const scenarios = readScenarios(values.only);
  const onLog = values.log ? (text: string): void => void process.stdout.write(text) : undefined;
  let wrong = 0;
  for (const kind of hosts.flatMap((host) => ENGINES.map((engine) => ({ host, engine })))) {
    const found = await runScenarios(scenarios, { ...kind, onLog });
    const tested = `${kind.host} ${kind.engine}`;
    for (const { name, isRight, details } of verdictsOf(scenarios, found, kind.host)) {
      if (!isRight) wrong += 1;
      process.stdout.write(
        `${isRight ? '✓' : '✗'} ${tested} ${name}${details.map((line) => `\n    ${line}`).join('')}\n`,
      );
    }
  }
  process.stdout.write(
    `${scenarios.length} scenarios, ${hosts.join(' and ')}, ${ENGINES.join(' and ')}: ${wrong} wrong\n`,
  );
  return wrong > 0 ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitStatus;
}
