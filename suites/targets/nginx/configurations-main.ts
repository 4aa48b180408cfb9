/** Records the answers of the newest real host to the small configurations. */
import { recordAnswers } from '../support/configurations/corpus.js';
import { answersOf } from './configurations.js';
import { discoverHosts } from './hosts.js';

const root = process.cwd();
const sid = discoverHosts(root).find(({ name }) => name === 'sid');
if (sid === undefined) throw new Error('nginx of sid is not there: npm run hosts');
recordAnswers(root, await answersOf(root, sid));
