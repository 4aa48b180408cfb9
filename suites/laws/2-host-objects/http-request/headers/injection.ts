/** 2/http-request-object/r-headers-out: characters that could end a header line. */

import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { satisfies } from '../../../../language/expectation.js';
import { byRow } from '../../../support/drawn.js';
import { call, row, SCRIPT, type ScriptRow, set } from '../script.js';

/** Characters that hosts may refuse; they must add no line that was not assigned, and change no other header. */
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
    // Some recipients take a continuation line for a line of its own.
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
