import test from 'tape';
import { isBelow } from '../../../spec/reading/check-requirements.js';
import { linesOf, propertyOf, sinceOf } from '../../../spec/reading/members.js';
import type { Holder, MemberFile } from '../../../spec/types/member.js';
import type { Plain, Version } from '../../../spec/types/requirement.js';
import { SPECIFICATION } from '../../testing/specification.js';
import { compiled } from '../../testing/typescript.js';
import { DOCUMENTED_NAMES, declarationsText } from './declarations.js';
import { globalOf } from './objects.js';
import { declarationSource } from './source.js';

const source = declarationSource(SPECIFICATION);

const isThere = (since: Version | undefined, version: Version): boolean =>
  since === undefined || !isBelow(version, since);

/** Arguments of tables as a script writes them; tagged ones are bytes of several kinds. */
function literal(value: Plain): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [[tag, first] = ['', null]] = Object.entries(value);
  if (tag === '$buffer') return `Buffer.from(${JSON.stringify(first)}, 'hex')`;
  if (tag === '$bytes') return 'new Uint8Array(0)';
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${key}: ${literal(one)}`)
    .join(', ')} }`;
}

/** The expression by which a script gets the object, as probes do, in TypeScript. */
function expressionOf(holder: Holder, name: string, namespace: string): string {
  const { at, make, call, item, inside, awaited, form, zone, declared, type } = holder;
  if (declared?.passed) return `(null as unknown as ${namespace}.${declared.as ?? type})`;
  if (at === '') return 'globalThis';
  if (zone !== undefined) return `${at}.${zone.name}`;
  if (form !== undefined) return '(await r.readRequestForm())';
  if (make !== undefined) return `new ${at}(${make.map(literal).join(', ')})`;
  if (call === undefined) return at;
  const [method, ...args] = call;
  const called = `${awaited ? 'await ' : ''}${at}.${method}(${args.map(literal).join(', ')})`;
  const path =
    inside === undefined
      ? ''
      : inside
          .split('.')
          .map((part) => `${part}!`)
          .join('.');
  return `(${called})${item === undefined ? '' : `[${item}]`}${path === '' ? '' : `.${path}`}; void '${name}'`;
}

/** A script that reads each member of a table. Members that the version lacks must be missing. */
function scriptOf(file: MemberFile, version: Version): string {
  const lines = linesOf(file);
  const holders = Object.entries(file.holders).filter(([, { since }]) => isThere(since, version));
  return [
    ...(file.module === undefined ? ['export {};'] : [`import ${file.module} from '${file.module}';`]),
    'export async function look(r: srv.HttpRequest) {',
    ...holders.flatMap(([name, holder], at) => {
      const own = lines.filter((line) => line.holders.includes(name));
      const made = own.filter((line) => line.member.removed === undefined || line.member.standard !== true);
      return [
        `  const holder${at} = ${expressionOf(holder, name, globalOf(file.members))};`,
        `  type Holder${at} = NonNullable<typeof holder${at}>;`,
        ...made.flatMap((line, index) => {
          const { removed } = line.member;
          const present = isThere(sinceOf(line), version) && (removed === undefined || isBelow(version, removed));
          const text = `  type Member${at}_${index} = Holder${at}['${propertyOf(line)}'];`;
          return present ? [text] : ['  // @ts-expect-error', text];
        }),
      ];
    }),
    '}',
    '',
  ].join('\n');
}

for (const version of [source.newest, '0.8.0', '0.7.7', '0.4.3'] as const)
  test(`declarations: each member of each table is where scripts have it, in ${version} and not before it`, (t) => {
    const files = [...SPECIFICATION.members]
      .filter(([, { since }]) => isThere(since, version))
      .map(([path, file]) => [`${path}.ts`, scriptOf(file, version)] as const);
    const text = declarationsText(source, { names: DOCUMENTED_NAMES, version });
    const complaints = compiled(t, {
      files: { ...Object.fromEntries(files), 'srv.d.ts': text },
      compilerOptions: { types: [] },
    });
    t.deepEqual(complaints, []);
    t.ok(files.length > 3, `${files.length} tables`);
    t.end();
  });
