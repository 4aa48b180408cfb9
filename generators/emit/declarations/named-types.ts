/** Declarations of types that tables name, such as options and encodings. */
import { namesIn } from '../../../spec/reading/declared.js';
import { isOptional } from '../../../spec/reading/members.js';
import { commentLines, parameterFacts } from './comments.js';
import { isAt, type NamedType } from './objects.js';
import { parameterList, parameterType } from './signatures.js';
import { arrayOf, literalsOf, type TypePlace, unionOf, unionText } from './types.js';
import type { DeclarationWriter } from './writer.js';

export function namedTypeLines(writer: DeclarationWriter, named: NamedType, indent: string, keyword: string): string[] {
  const { name, type } = named;
  const place = writer.placeOf(named);
  const { about, row, since, access, each } = type;
  const comment = commentLines({ about, row, since }, indent);
  if (type.keys !== undefined)
    return [
      ...comment,
      `${indent}${keyword}interface ${name} {`,
      ...keyLines(place, type.keys, `${indent}  `),
      `${indent}}`,
    ];
  if (each !== undefined) {
    const readonly = access === 'writable' ? '' : 'readonly ';
    const signature = `${indent}  ${readonly}[name: string]: ${unionOf(place, namesIn(each))};`;
    return [...comment, `${indent}${keyword}interface ${name} {`, signature, `${indent}}`];
  }
  return [...comment, `${indent}${keyword}type ${name} = ${typeText(place, named)};`];
}

function typeText(place: TypePlace, { type: { params, items, as, oneOf, others } }: NamedType): string {
  const names = namesIn(as);
  if (params !== undefined) return `(${parameterList(place, params)}) => ${unionOf(place, names)}`;
  if (items !== undefined) return `readonly ${arrayOf(unionOf(place, namesIn(items)))}`;
  const texts = [
    ...literalsOf(oneOf ?? []),
    ...(names.length === 0 ? [] : [unionOf(place, names)]),
    // Editors offer the values above, and any other value is accepted.
    ...(others ? ['(string & {})'] : []),
  ];
  return unionText(texts);
}

const keyLines = (place: TypePlace, keys: NonNullable<NamedType['type']['keys']>, indent: string): string[] =>
  keys
    .filter(({ since }) => isAt(since, undefined, place.version))
    .flatMap((key) => {
      const { since: _, ...facts } = key;
      const comment = commentLines({ about: parameterFacts(facts), since: key.since }, indent);
      return [...comment, `${indent}${key.name}${isOptional(key) ? '?' : ''}: ${parameterType(place, key)};`];
    });
