/** `srvspec list`: requirements and the ids of their cases. */
import { parseArgs } from 'node:util';
import { EXIT } from '../../spec/reading/user-error.js';
import { LIST } from './declared/reading.js';
import { select } from './select.js';
import { resolvedShard } from './shard.js';

export async function listCommand(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: LIST.options });
  const shard = values.shard === undefined ? undefined : resolvedShard(values.shard, process.env);
  const objects = await select({ ...values, shard, depth: values.depth ?? 'full' });
  const lines = objects.flatMap(({ requirements }) =>
    requirements.flatMap(({ id, says, cases }) => [`${id}: ${says}`, ...cases.map((one) => `  ${one.id}`)]),
  );
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.ok;
}
