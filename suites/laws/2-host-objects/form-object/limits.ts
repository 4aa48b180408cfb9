/** 2/limits/form-fields-parsed: forms of as many fields as the limit, and around it. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, type Expectation } from '../../../language/expectation.js';
import { brief } from './handlers.js';
import { forms, formsEach, formsTogether, inPlace, requestFor, type Sent } from './rows.js';
import { type FormRequest, failed, tells } from './sent.js';
import { entriesOf, type Part } from './serialization.js';

/** What the fields are. */
interface Kind extends Sent {
  readonly repeated?: boolean;
  readonly empty?: boolean;
  readonly files?: boolean;
}

const fields = (many: number, { repeated = false, empty = false, files = false }: Kind): Part[] =>
  Array.from({ length: many }, (_, i) => ({
    name: repeated ? 'k' : `k${i}`,
    value: empty ? '' : `v${i}`,
    ...(files && i % 2 === 0 ? { filename: 'x' } : {}),
  }));

const asked = (many: number, of: Kind, ...options: readonly unknown[]): FormRequest =>
  requestFor({ ...of, fields: fields(many, of) }, inPlace(of, [['read', 'Form', ...options], ['entries']]));

const toldOf = (many: number, limit: number, of: Kind): Expectation =>
  many > limit ? tells(failed, 'no form') : tells('form', brief(entriesOf(fields(many, of))));

/** For each limit requests with one field less, as many, and one more. */
interface Around extends Kind {
  readonly limits: readonly number[];
}

const around = <T>({ limits }: Around, make: (many: number, limit: number) => T): T[] =>
  limits.flatMap((limit) => [limit - 1, limit, limit + 1].map((many) => make(many, limit)));

export const limited = forms(
  (of: Around) => around(of, (many, maxKeys) => asked(many, of, { maxKeys })),
  (of) => around(of, (many, limit) => toldOf(many, limit, of)),
);

/** Requests of three fields with limits that are far away. */
export const isFar = forms(
  ({ limits, ...of }: Around) => limits.map((maxKeys) => asked(3, of, { maxKeys })),
  ({ limits, ...of }) => limits.map((limit) => toldOf(3, limit, of)),
);

/** Requests with so many fields each. */
interface ByDefault extends Kind {
  readonly options: readonly Plain[];
}

const AROUND_DEFAULT = [1, 127, 128, 129, 130, 256, 257];

export const limitedByDefault = forms(
  ({ options, ...of }: ByDefault) => AROUND_DEFAULT.map((many) => asked(many, of, ...options.map(decode))),
  (of) => AROUND_DEFAULT.map((many) => toldOf(many, 128, of)),
);

/** One field too many, what else the request gives, and the form of the next one. */
export const outlivesLimit = formsTogether(
  (of: Kind) => [
    requestFor(
      { ...of, fields: fields(3, of) },
      inPlace(of, [
        ['read', 'Form', { maxKeys: 2 }],
        ['read', 'JSON'],
        ['read', 'ArrayBuffer'],
      ]),
    ),
    asked(2, of, { maxKeys: 2 }),
  ],
  (of) => {
    const { body = Buffer.alloc(0) } = asked(3, of);
    return [tells(failed, failed, Uint8Array.from(body).buffer), toldOf(2, 2, of)];
  },
);

/** What the call itself comes to. */
export const isRejected = forms(
  (of: Kind & { readonly expects: true }) => [
    requestFor({ ...of, fields: fields(3, of) }, inPlace(of, [['promise', 'Form', { maxKeys: 2 }]])),
  ],
  () => [tells('rejected')],
);

/** What becomes of other options, and of a call behind. */
export const recordsOptions = formsEach<{ readonly options: readonly Plain[] }>({
  request: ({ options }) =>
    requestFor(
      { as: 'urlencoded', body: 'a=1&b=2' },
      { content: [['read', 'Form', ...options.map(decode)], ['read', 'Form'], ['entries']] },
    ),
  expect: () => anything,
});
