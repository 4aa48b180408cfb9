import test from 'tape';
import { call, row, SCRIPT } from './script.js';

/** Bytes that hosts take in one header line, by default. */
const LINE = 8192;

test('steps that travel in a header fit into it, whatever their characters', (t) => {
  for (const character of ['a', '%', 'é', '€', '\u{1f600}']) {
    const lengths = [1, 100, 300, 600, 900, 950, 990, 1200].map((count) => {
      const [request] = SCRIPT.send(row([call('log', character.repeat(count))], {}), (path) => path).requests;
      if (request === undefined || !('input' in request)) throw new Error('a request without steps');
      return request.method === undefined ? 0 : encodeURIComponent(JSON.stringify(request.input)).length;
    });
    t.ok(Math.max(...lengths) < LINE, `${character}: ${lengths.join(', ')}`);
    t.ok(Math.max(...lengths) > 0, 'short ones travel in a header');
  }
  t.end();
});
