import test from 'tape';
import { testHost } from '../../../testing/host.js';

const script = `
  export default {
    hangs: (r) => { for (;;); },
    hangsLate: async (r) => { await 0; for (;;); },
    busy: (r) => { const end = Date.now() + 60; while (Date.now() < end); r.return(200, 'through'); },
    answers: (r) => r.return(200, 'answer'),
  };
`;
const names = ['hangs', 'hangsLate', 'busy', 'answers'];
const server = names.map((name) => `location = /${name} { js_content main.${name}; }`).join('\n');

test('a looping handler blocks its worker no longer than the limit; then others are served', async (t) => {
  const host = await testHost(t, { script, server, handlerTimeout: 400 });
  for (const path of ['/hangs', '/hangsLate']) {
    const ended = await host.ask(path).then(
      () => 'answered',
      () => 'broken off',
    );
    t.equal(ended, 'broken off', path);
    t.equal(await answerSoon(() => host.ask('/answers')), 'answer');
  }
});

test('handlers that do not loop are not ended, however many follow one another', async (t) => {
  const host = await testHost(t, { script, server, handlerTimeout: 400 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => host.ask('/busy')));
  t.deepEqual([...new Set(answers.map(({ text }) => text))], ['through']);
});

/** The replacement of a worker that was ended needs a moment before it listens. */
async function answerSoon(ask: () => Promise<{ readonly text: string }>): Promise<string> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer.text;
  }
}
