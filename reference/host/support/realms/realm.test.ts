import test from 'tape';
import { stubPort } from '../../../testing/stub-host.js';
import { HostedRealm } from './hosted.js';
import { lastEntered } from './realm.js';

test('realms: after a nested realm the outer one runs again', (t) => {
  const [outer, inner] = [new HostedRealm(stubPort()).realm, new HostedRealm(stubPort()).realm];
  outer.enter(() => {
    inner.enter(() => t.equal(lastEntered(), inner));
    t.equal(lastEntered(), outer);
  });
  t.equal(lastEntered(), outer, 'its rejection is its own');
  t.end();
});
