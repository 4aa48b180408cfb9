/** 3/crypto-key: what a script does to the members of a key changes no key. */
import { list, record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { Probe } from '../../../language/trial.js';
import { secretOf } from './importing.js';

/** A key for `verify` that may not be exported: what it tells once it was changed, and whether it then does more. */
const changed: Probe<{ readonly secret: Uint8Array }> = ({ secret }, t) => {
  const subtle = t.webCrypto().subtle;
  const memberOf = (on: unknown, name: string): unknown => Object(on)[name];
  const tried = (f: () => unknown): Promise<string> =>
    Promise.resolve()
      .then(f)
      .then(
        () => 'gave',
        () => 'refused',
      );
  const change = (key: unknown): void => {
    t.attempt(() => t.invoke(memberOf(key, 'usages'), 'push', ['sign']));
    t.attempt(() => {
      Object(memberOf(key, 'algorithm')).name = 'AES-CBC';
    });
    ['extractable', 'type', 'usages', 'algorithm'].forEach((name) => {
      t.attempt(() => {
        Object(key)[name] = name === 'usages' ? ['sign'] : true;
      });
    });
  };
  const given = { name: 'HMAC', hash: 'SHA-256' };
  return subtle.importKey('raw', secret, given, false, ['verify']).then((key) => {
    change(key);
    return tried(() => subtle.sign('HMAC', key, secret)).then((signed) =>
      tried(() => subtle.exportKey('raw', key)).then((exported) => ({
        usages: memberOf(key, 'usages'),
        name: memberOf(memberOf(key, 'algorithm'), 'name'),
        extractable: memberOf(key, 'extractable'),
        type: memberOf(key, 'type'),
        signed,
        exported,
      })),
    );
  });
};

/** A key stays what it was. */
export const staysItself = example({
  secret: true,
  input: (_: object) => ({ secret: new Uint8Array(secretOf(32)) }),
  probe: changed,
  expect: () =>
    record({
      usages: list('verify'),
      name: 'HMAC',
      extractable: false,
      type: 'secret',
      signed: 'refused',
      exported: 'refused',
    }),
});
