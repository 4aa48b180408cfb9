/** 2/http-request-object/r-headers-out: characters that could end a header line. */

import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { satisfies } from '../../../../language/expectation.js';
import { byRow } from '../../../support/drawn.js';
import { call, row, SCRIPT, type ScriptRow, set } from '../script.js';

/** What hosts may refuse; no line may come of it that nobody assigned, and no other header may change. */
interface Splitting {
  readonly header: string;
  readonly value: Plain;
}

const withinLines = satisfies('no character that ends a line for anybody', (lines) => {
  return !/[\r\n\0]/.test(String(lines)) || 'there is one';
});

export const sendsNoMore = byRow(SCRIPT, ({ header, value }: Splitting): ScriptRow => {
  const headers = {
    Injected: [],
    // What continues a line for some is a line for others.
    ' Injected': [],
    'X-Foo': [],
    'X-Before': ['a'],
    'X-After': ['b'],
    'Content-Type': ['text/plain'],
    ...(/^[\w-]+$/.test(header) ? { [header]: withinLines } : {}),
  };
  const given: Step[] = [
    set('headersOut', 'X-Before', 'a'),
    set('headersOut', 'Content-Type', 'text/plain'),
    set('headersOut', header, value),
  ];
  return row([...given, set('headersOut', 'X-After', 'b'), call('return', 200, 'abc')], {
    status: 200,
    headers,
    body: 'abc',
  });
});
