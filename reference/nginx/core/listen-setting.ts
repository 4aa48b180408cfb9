import { type ListDirective, listSetting, many, type Statement } from '../../host/support/settings/directive.js';
import { checkListening, type ListenAddress, parseListen } from './listen.js';

/** `listen` of the servers in blocks of a kind; `required` is the complaint if a server has none. */
export function listenSetting(context: string, required?: string): ListDirective<ListenAddress> {
  const listens: ListDirective<ListenAddress> = listSetting('listen', [context], read, [], {
    arity: [1, many],
    inherit: 'nothing',
    ...(required === undefined ? {} : { required }),
  });
  function read(words: readonly string[], reading: Statement): readonly ListenAddress[] {
    const configured = parseListen(words, reading);
    const { block, place } = reading;
    const others = block.parent?.inner(context).filter((other) => other !== block) ?? [];
    checkListening(
      configured,
      listens.own(block) ?? [],
      others.flatMap((server) => listens.own(server) ?? []),
      place,
    );
    return configured;
  }
  return listens;
}
