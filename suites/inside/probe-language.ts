/**
 * The probe language: what every host in our list can run. Checked over the compiled source of every probe and handler, for
 * that is what reaches the targets.
 */
import { type AnyNode, type Identifier, parseExpressionAt } from 'acorn';
import { full, simple } from 'acorn-walk';
import { GLOBALS as GLOBALS_OF_TABLES } from '../language/generated/names.js';

/** Syntax the oldest hosts refuse, or get wrong. */
const REFUSED: { readonly [type: string]: string } = {
  ObjectPattern: 'destructuring',
  ArrayPattern: 'destructuring',
  SpreadElement: 'spread',
  AssignmentPattern: 'a default parameter',
  ClassDeclaration: 'a class',
  ClassExpression: 'a class',
  ForOfStatement: 'for…of',
  ChainExpression: 'optional chaining',
  YieldExpression: 'a generator',
  ImportExpression: 'a dynamic import',
};

/** What a probe may name besides its own declarations: ECMAScript's globals and the documents'. */
const GLOBALS = new Set(
  [
    'Array ArrayBuffer Boolean DataView Date Error Infinity JSON Math NaN Number Object Promise RangeError RegExp String Symbol TypeError',
    'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array',
    'decodeURIComponent encodeURIComponent globalThis isNaN parseFloat parseInt undefined arguments eval',
    ...GLOBALS_OF_TABLES,
    // Globals of the documents that no members table holds yet.
    'clearTimeout setTimeout console crypto process',
  ]
    .join(' ')
    .split(' '),
);

/** What is not of the probe language in a function's source, in words; empty when nothing is. */
export function probeComplaints(source: string): string[] {
  const root = parseExpressionAt(source, 0, { ecmaVersion: 2022 });
  const complaints = new Set<string>();
  full(root, (node) => {
    for (const what of refusedIn(node)) complaints.add(`${what}: ${source.slice(node.start, node.end).slice(0, 60)}`);
  });
  for (const name of freeNames(root))
    complaints.add(`${name} is neither declared in it nor a global that every host has`);
  return [...complaints];
}

function refusedIn(node: AnyNode): string[] {
  const refused = REFUSED[node.type];
  if (refused !== undefined) return [refused];
  switch (node.type) {
    case 'LogicalExpression':
      return node.operator === '??' ? ['??'] : [];
    case 'AssignmentExpression':
      return ['??=', '||=', '&&=', '**='].includes(node.operator) ? [node.operator] : [];
    case 'BinaryExpression':
      return node.operator === '**' ? ['**'] : [];
    case 'ArrayExpression':
      // The oldest host names such a function after its index, and turns that number into a string all over the script.
      return node.elements.some(
        (element) => element?.type === 'ArrowFunctionExpression' || element?.type === 'FunctionExpression',
      )
        ? ['a function in an array literal']
        : [];
    case 'Literal':
      return node.bigint === undefined || node.bigint === null ? [] : ['a BigInt literal'];
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return node.generator ? ['a generator'] : [];
    case 'CallExpression':
    case 'NewExpression':
      return node.arguments.some((argument) => argument.type === 'AwaitExpression') ? ['await in call arguments'] : [];
    default:
      return [];
  }
}

/** Names a function uses without declaring them: it would be a closure, and closures do not reach a target. */
function freeNames(root: AnyNode): string[] {
  const declared = new Set<string>();
  const used = new Set<string>();
  const declare = (pattern: AnyNode): void => {
    if (pattern.type === 'Identifier') declared.add(pattern.name);
    if (pattern.type === 'RestElement') declare(pattern.argument);
    if (pattern.type === 'AssignmentPattern') declare(pattern.left);
    if (pattern.type === 'ObjectPattern')
      for (const property of pattern.properties) declare(property.type === 'Property' ? property.value : property);
  };
  const declareFunction = (node: { params: AnyNode[]; id?: Identifier | null }): void => {
    for (const parameter of node.params) declare(parameter);
    if (node.id) declare(node.id);
  };
  simple(root, {
    Identifier: (node) => void used.add(node.name),
    VariableDeclarator: (node) => declare(node.id),
    ArrowFunctionExpression: declareFunction,
    FunctionExpression: declareFunction,
    FunctionDeclaration: declareFunction,
    CatchClause: (node) => node.param && declare(node.param),
  });
  return [...used].filter((name) => !declared.has(name) && !GLOBALS.has(name));
}
