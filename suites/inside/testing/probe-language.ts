/**
 * The probe language: the syntax that every host in our list can run. It is checked in the compiled source of every probe and handler,
 * since that is what the targets get.
 */
import { type AnyNode, type Identifier, type MemberExpression, parseExpressionAt } from 'acorn';
import { full, simple } from 'acorn-walk';
import { GLOBALS as GLOBALS_OF_TABLES } from '../../language/generated/names.js';

/** Syntax that the oldest hosts refuse, or run wrongly. */
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

/** Names that a probe may use besides its own declarations: ECMAScript's globals and the documents'. */
const GLOBALS = new Set(
  [
    'Array ArrayBuffer Boolean DataView Date Error Infinity JSON Math NaN Number Object Promise RangeError RegExp String Symbol TypeError',
    'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array',
    'decodeURIComponent encodeURIComponent globalThis isNaN parseFloat parseInt undefined arguments eval',
    ...GLOBALS_OF_TABLES.map(({ name }) => name),
    'console',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Functions of ECMAScript that some host in our list lacks: njs 0.7.9 and 0.8.9, and both engines of 1.0.2, were tested for all of them.
 * Methods are known by name only, since the type of their object is unknown here.
 */
const LACKED: { readonly statics: { readonly [global: string]: string }; readonly methods: ReadonlySet<string> } = {
  statics: {
    Array: 'from',
    Error: 'captureStackTrace',
    Object: 'hasOwn fromEntries',
    String: 'raw',
  },
  methods: new Set(
    [
      'at findLast findLastIndex flat flatMap toReversed toSorted toSpliced with resize',
      'getBigInt64 setBigInt64 getBigUint64 setBigUint64 toGMTString getYear setYear compile',
      'isWellFormed toWellFormed localeCompare matchAll normalize replaceAll trimLeft trimRight toLocaleLowerCase toLocaleUpperCase',
      'anchor big blink bold fontcolor fontsize fixed italics link small strike sub sup',
      '__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__',
    ]
      .join(' ')
      .split(' '),
  ),
};

/** A function that is called or read and that some host lacks. */
function lackedIn(node: AnyNode): string[] {
  if (node.type === 'CallExpression') {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || isWorld(callee.object)) return [];
    const name = nameOfMember(callee);
    return name !== undefined && LACKED.methods.has(name) ? [`${name}(), which some host lacks`] : [];
  }
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return [];
  const { name: global } = node.object;
  const name = nameOfMember(node);
  if (global === 'JSON' && name === 'stringify')
    return ['JSON.stringify, which refuses some texts on old hosts (use t.json)'];
  const isLacked = name !== undefined && LACKED.statics[global]?.split(' ').includes(name) === true;
  return isLacked ? [`${global}.${name}, which some host lacks`] : [];
}

/** The second parameter of a probe has this name, and a method `at` of its own. */
const isWorld = (node: AnyNode): boolean => node.type === 'Identifier' && node.name === 't';

function nameOfMember({ property, computed }: MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

/** The parts of a function's source that are not in the probe language, in words; empty if there are none. */
export function probeComplaints(source: string): string[] {
  const root = parseExpressionAt(source, 0, { ecmaVersion: 2022 });
  const complaints = new Set<string>();
  full(root, (node) => {
    for (const what of [...refusedIn(node), ...lackedIn(node)])
      complaints.add(`${what}: ${source.slice(node.start, node.end).slice(0, 60)}`);
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
      // The oldest host names such a function after its index, and turns that number into a string throughout the script.
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

/** Names that a function uses without declaring them: it would be a closure, and closures do not reach a target. */
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
