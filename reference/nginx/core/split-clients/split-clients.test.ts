import test from 'tape';
import { testHost } from '../../../testing/host.js';

/** The part that nginx 1.30.6 selects for each text. */
const rows: Readonly<Record<string, string>> = {
  '0': 'third',
  k1: 'rest',
  kk2: 'rest',
  kkk3: 'ten b',
  kkkk4: 'third',
  kkkkk5: 'rest',
  kkkkkk6: 'ten',
  '9': 'rest b',
  k10: 'third',
  kkk12: 'third',
  kkkkkkkk17: 'third',
  k19: 'rest b',
};

test('split_clients: shares of the hash values', async (t) => {
  const http = `split_clients "$arg_s" $one { 10% ten; 33.3% third; * rest; } split_clients "x$arg_s" $other { 0.5% a; 20% b; }`;
  const host = await testHost(t, { http, server: 'location / { return 200 "$one $other"; }' });
  for (const [text, answer] of Object.entries(rows)) t.equal((await host.ask(`/?s=${text}`)).text.trim(), answer, text);
});
