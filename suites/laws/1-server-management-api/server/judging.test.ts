import test from 'tape';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { ApiAnswer } from '../../../language/endpoint.js';
import { reportsError } from './judging.js';
import { continuesElsewhere } from './service.js';

test('an error in the body, whatever the status', (t) => {
  const errors = [{ error: { message: 'no' } }, { error: 'no' }, { errors: ['no'] }, { success: false }, { ok: false }];
  const others = [undefined, null, [], 'error', {}, { error: null }, { errors: [] }, { success: true }];
  for (const json of errors) t.ok(reportsError(json), JSON.stringify(json));
  for (const json of others) t.notOk(reportsError(json), JSON.stringify(json));
  t.notOk(reportsError({ data: { error: 'x' } }), 'of a record');
  t.end();
});

test('a list that continues in another answer', (t) => {
  const answer = (json: Plain, headers: ApiAnswer['headers'] = []) => ({
    status: 200,
    headers,
    text: '',
    json,
    echoes: [],
  });
  for (const json of [{ next: '/servers?page=2' }, { links: { next: 'x' } }, { meta: { has_more: true } }])
    t.ok(continuesElsewhere(answer(json)), JSON.stringify(json));
  for (const json of [[], { data: [{ next: 'x' }] }, { next: null }, { links: { next: '' } }, { nextBackup: 'x' }])
    t.notOk(continuesElsewhere(answer(json)), JSON.stringify(json));
  t.ok(continuesElsewhere(answer([], [['link', '</servers?page=2>; rel="next"']])));
  t.end();
});
