/** 1/limits/p1 */
import { each, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { factsOf, served } from './judging.js';
import { listRequest, successOf } from './service.js';

/** So many that a service which allows some a second would say so. */
const AT_ONCE = 30;

export const takesManyAtOnce = conversation({
  hold: async (_: object, { api: to }) => {
    await successOf(to, listRequest());
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => to.ask(listRequest())));
    return { answers: answers.map(factsOf) };
  },
  expect: () => record({ answers: each(served) }),
});
