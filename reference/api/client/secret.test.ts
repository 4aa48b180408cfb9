import { inspect } from 'node:util';
import test from 'tape';
import { Secret } from './secret.js';

const text = 'do-not-tell-1234567890';

test('a secret shows nowhere but where it is revealed', (t) => {
  const secret = new Secret(text);
  t.equal(secret.reveal(), text);
  const ways: { readonly [way: string]: () => unknown } = {
    toString: () => String(secret),
    template: () => `${secret}`,
    concatenation: () => `a${secret}`.concat(String(secret)),
    JSON: () => JSON.stringify({ nested: [secret] }),
    inspect: () => inspect(secret),
    'inspect, all of it': () => inspect({ nested: [{ secret }] }, { depth: 10, showHidden: true }),
    'inspect without its own say': () => inspect({ secret }, { depth: 10, showHidden: true, customInspect: false }),
    'cause of an error': () => inspect(new Error('x', { cause: secret }), { depth: 10, showHidden: true }),
    'a structured clone': () => inspect(structuredClone({ secret }), { depth: 10, showHidden: true }),
    'own properties': () => [...Reflect.ownKeys(secret), ...Object.values({ ...secret })].join(),
    'conversion to a number': () => String(Number(secret)),
  };
  for (const [way, show] of Object.entries(ways)) t.notOk(String(show()).includes(text), way);
  t.equal(`${secret}`, '[secret]', 'and says that it is one');
  t.end();
});
