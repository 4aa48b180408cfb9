/** 2/stream-session-methods/s-send: data that a callback sends arrives on the other side. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { encode } from '../../../language/encoding.js';
import type { Law } from '../../../language/trial.js';
import { contentOf } from '../../support/contents.js';
import { arrives } from './talks.js';

export const sends: Law<{ readonly event: string; readonly data: Plain }> = ({ event, data }) =>
  arrives({ event, data, out: data, callback: { steps: [['s', 'send', '$data']] } });

interface LongText {
  readonly event: string;
  readonly kind: 'string' | 'buffer';
  readonly size: number;
}

const PATTERN = 61;

/** A text or Buffer of this size, which the handler creates. */
export const sendsLong: Law<LongText> = ({ event, kind, size }) => {
  const [unit, rest] = [contentOf('ascii', PATTERN), contentOf('ascii', size % PATTERN)];
  const times = Math.floor(size / PATTERN);
  const bytesOf = (text: string | Buffer): Plain => encode(Buffer.from(text));
  const make =
    kind === 'string' ? ['text', `${unit}`, times, `${rest}`] : ['repeat', bytesOf(unit), times, bytesOf(rest)];
  const out = encode(Buffer.from(contentOf('ascii', size)));
  return arrives({ event, out, callback: { turns: [[{ make, as: 'long' }, ['s', 'send', '$long']], []] } });
};
