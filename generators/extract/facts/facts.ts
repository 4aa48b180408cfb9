/** All facts of a row, in the order of row files; facts that a row does not have are left out. */
import type { Facts } from '../../../spec/types/row.js';
import { algorithmsOf, endpointOf, fieldFact, keyFacts } from './keys.js';
import { appliesTo, limitsOf } from './limits.js';
import { listsOf } from './lists.js';
import type { RowText } from './text.js';
import { accessOf, argumentTypes, defaultsOf, outcomeFact, typesOf } from './values.js';

export function rowFacts(row: RowText): Facts {
  return {
    ...said('access', accessOf(row)),
    ...said('types', typesOf(row)),
    ...said('arguments', argumentTypes(row)),
    ...said('defaults', defaultsOf(row)),
    ...said('outcome', outcomeFact(row)),
    ...said('limits', limitsOf(row)),
    ...said('lists', listsOf(row)),
    ...said('appliesTo', appliesTo(row)),
    ...said('algorithms', algorithmsOf(row)),
    ...said('keys', keyFacts(row)),
    ...said('endpoint', endpointOf(row)),
    ...said('field', fieldFact(row)),
  };
}

function said<K extends keyof Facts>(name: K, fact: Facts[K]): { readonly [key in K]?: Facts[K] } {
  const nothing: { [key in K]?: Facts[K] } = {};
  return fact === undefined || (Array.isArray(fact) && fact.length === 0) ? nothing : { ...nothing, [name]: fact };
}
