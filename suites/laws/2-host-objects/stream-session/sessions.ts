/** Sessions side by side: what one has is nothing to another. */
import { list, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { handledBy } from './places.js';

const SESSIONS = 6;

/** Each session counts its own handlers by the length of a variable. */
export const apart = conversation<object>({
  needs: ['stream'],
  setup: () => {
    const grows = [
      { on: 's.variables', get: 'spec_seen', as: 'seen' },
      { on: '$seen', call: ['concat', 'x'], as: 'more' },
      { on: 's.variables', set: ['spec_seen', '$more'] },
    ];
    return handledBy({ steps: { access: grows, preread: grows }, sends: '<$spec_seen>' });
  },
  hold: async (_, { host }) => {
    const all = Array.from({ length: SESSIONS }, async () =>
      (await (await host.connect('main')).rest()).bytes.toString(),
    );
    return { received: await Promise.all(all) };
  },
  expect: () => record({ received: list(...Array<string>(SESSIONS).fill('<xx>')) }),
});
