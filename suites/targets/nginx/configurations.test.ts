import test from 'tape';
import { shareOf } from '../../../generators/build/testing/share.js';
import { configurationKey, recordedAnswers } from '../support/configurations/corpus.js';
import { answersOf } from './configurations.js';
import { discoverHosts } from './hosts.js';

const root = process.cwd();
const sid = discoverHosts(root).find(({ name }) => name === 'sid');

test('small configurations: the answers of the real host are the recorded ones', {
  skip: sid === undefined,
}, async (t) => {
  if (sid === undefined) return;
  const recorded = recordedAnswers(root);
  const keys = new Set<string>();
  const answers = await answersOf(root, sid, (all) => {
    for (const one of all) keys.add(configurationKey(one));
    return shareOf(all, 'small configurations');
  });
  const changed = answers.filter(([one, answer]) => {
    const { accepted, line } = recorded.get(configurationKey(one)) ?? { accepted: undefined, line: undefined };
    return accepted !== answer.accepted || line !== answer.line;
  });
  t.equal(recorded.size, keys.size, 'each is recorded, and no other');
  t.deepEqual(changed, []);
});
