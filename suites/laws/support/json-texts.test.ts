import test from 'tape';
import { isObject } from '../../language/plain.js';
import { BODIES, SPELLINGS } from './json-texts.js';

const APP = { name: 'a-1', sysuserid: 'u', runtime: 'php8.3', domains: ['a.example.com', 'b.example.com'] };

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

for (const [name, body] of Object.entries(BODIES)) {
  test(`a body of ${name} is no JSON object`, (t) => {
    t.notOk(isObject(parsed(body(APP))), body(APP));
    t.notOk(isObject(parsed(body({ name: 'a-1' }))), body({ name: 'a-1' }));
    t.end();
  });
}

for (const [name, spelling] of Object.entries(SPELLINGS)) {
  test(`spelled with ${name}, an object says the same in other characters`, (t) => {
    t.deepEqual(parsed(spelling(APP)), APP);
    t.notEqual(spelling(APP), JSON.stringify(APP));
    t.end();
  });
}
