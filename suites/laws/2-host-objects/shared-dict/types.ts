/** 2/errors/add and 2/errors/incr: what a dictionary refuses for its type. */
export { refuses } from './calls.js';
export { sequences } from './sequences.js';
