/** All facts of a row, in the order of row files; facts that a row does not have are left out. */
import type { Facts } from '../../../spec/types/row.js';
import { algorithmsOf, endpointOf, fieldFact, keyFacts } from './keys.js';
import { appliesTo, limitsOf } from './limits.js';
import { listsOf } from './lists.js';
import type { RowText } from './text.js';
import { accessOf, argumentTypes, defaultsOf, outcomeFact, typesOf } from './values.js';

export function rowFacts(row: RowText): Facts {
  return {
    ...factOf('access', accessOf(row)),
    ...factOf('types', typesOf(row)),
    ...factOf('arguments', argumentTypes(row)),
    ...factOf('defaults', defaultsOf(row)),
    ...factOf('outcome', outcomeFact(row)),
    ...factOf('limits', limitsOf(row)),
    ...factOf('lists', listsOf(row)),
    ...factOf('appliesTo', appliesTo(row)),
    ...factOf('algorithms', algorithmsOf(row)),
    ...factOf('keys', keyFacts(row)),
    ...factOf('endpoint', endpointOf(row)),
    ...factOf('field', fieldFact(row)),
  };
}

function factOf<K extends keyof Facts>(name: K, fact: Facts[K]): { readonly [key in K]?: Facts[K] } {
  const nothing: { [key in K]?: Facts[K] } = {};
  return fact === undefined || (Array.isArray(fact) && fact.length === 0) ? nothing : { ...nothing, [name]: fact };
}
