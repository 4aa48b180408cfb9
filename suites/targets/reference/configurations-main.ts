/** Gives the small configurations to our host, in the given folder, and prints its answers. It needs the Node flag for linking scripts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError } from '../../../reference/host/support/settings/error.js';
import type { Address } from '../../../reference/nginx/core/listen.js';
import { ConfiguredHost } from '../../../reference/nginx/host.js';
import { configurationOf } from '../../../reference/nginx/start-options.js';
import { ownSurroundings } from '../../../reference/nginx/surroundings.js';
import {
  type ConfigurationCase,
  configurationCases,
  type HostAnswer,
  lineOfCase,
} from '../support/configurations/corpus.js';

const [folder = ''] = process.argv.slice(2);
const answers: HostAnswer[] = [];
for (const one of configurationCases(process.cwd())) answers.push(await answerTo(one));
process.stdout.write(JSON.stringify(answers));

/** The answer of the host after it has read a configuration, opened its files and linked its scripts. */
async function answerTo({ file }: ConfigurationCase): Promise<HostAnswer> {
  writeFileSync(join(folder, 'host.conf'), file);
  const options = { configuration: 'host.conf', prefix: folder, errorLog: join(folder, 'e.log') };
  let host: ConfiguredHost | undefined;
  try {
    const listensNowhere = {
      listen: async (_: unknown, address: Address) => address,
      receive: async (_: unknown, address: Address) => address,
    };
    host = new ConfiguredHost(configurationOf(options), options, { ...ownSurroundings(), ...listensNowhere });
    await host.open();
    return { accepted: true };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const isOwn = error.file === join(folder, 'host.conf');
    return {
      accepted: false,
      ...lineOfCase(isOwn ? error.line : undefined),
      says: error.message.replaceAll(`${folder}/`, ''),
    };
  } finally {
    await host?.close('drop');
  }
}
