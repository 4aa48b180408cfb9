import { listSetting, type Reading, setting } from '../../host/support/settings/directive.js';
import { checkListening, type Listen, parseListen } from '../core/listen.js';

const inServer = ['server'];

const many = Number.POSITIVE_INFINITY;

const own = { inherit: 'nothing' } as const;

export const listens = listSetting('listen', inServer, listen, [], { arity: [1, many], ...own });

export const internal = setting('internal', ['location'], () => true, false, { arity: [0, 0], ...own });

function listen(words: readonly string[], reading: Reading): readonly Listen[] {
  const said = parseListen(words, reading);
  const { block, place } = reading;
  const own = listens.own(block) ?? [];
  const others = block.parent?.inner('server').filter((other) => other !== block) ?? [];
  checkListening(
    said,
    own,
    others.flatMap((server) => listens.own(server) ?? []),
    place,
  );
  return said;
}
