import test from 'tape';
import { stubPort } from '../../../testing/stub-host.js';
import { HostedRealm } from './hosted.js';
import { lastEntered } from './realm.js';

test('realms: one that is entered within another leaves that as the one that runs', (t) => {
  const [outer, inner] = [new HostedRealm(stubPort()).realm, new HostedRealm(stubPort()).realm];
  outer.enter(() => {
    inner.enter(() => t.equal(lastEntered(), inner));
    t.equal(lastEntered(), outer);
  });
  t.equal(lastEntered(), outer, 'what it leaves behind is its own');
  t.end();
});
