import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import test from 'tape';
import { answerTo, askedIn, type NameRecords } from './names.js';

test('names: Node finds the addresses, and no others', async (t) => {
  const names: NameRecords = { 'spec.test': { A: ['127.0.0.1', '127.0.0.2'], AAAA: ['::1', '2001:db8::a:1'] } };
  const asked: string[] = [];
  const server = createSocket('udp4', (query, from) => {
    asked.push(askedIn(query));
    server.send(answerTo(query, names), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const resolver = new Resolver({ tries: 1 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  t.deepEqual(await resolver.resolve4('spec.test'), ['127.0.0.1', '127.0.0.2']);
  t.deepEqual(await resolver.resolve6('spec.test'), ['::1', '2001:db8::a:1']);
  const code = await resolver.resolve4('else.test').catch((error: unknown) => Object(error).code);
  t.equal(code, 'ENOTFOUND');
  t.deepEqual(asked, ['spec.test A', 'spec.test AAAA', 'else.test A']);
});
