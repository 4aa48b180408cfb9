/**
 * Checks that the realm's code uses nothing that a script can replace. Code outside functions runs before the first script and may take
 * what it needs. Functions use those copies, and syntax that calls no built-in object.
 */
import { join, relative } from 'node:path';
import { Project, ts } from 'ts-morph';

/** What functions of the realm must not do, since a script's code would run or get the realm's own objects. */
export type RealmRule =
  /** A global function or object by its name. */
  | 'global'
  /** A member of a built-in object, found on its prototype. */
  | 'member'
  /** `for … of`, spread elements and array patterns ask for `Symbol.iterator`. */
  | 'iteration'
  /** `for … in`, and members that may be missing, are looked up on `Object.prototype`; elements added to an array meet its setters. */
  | 'inherited'
  /** Operators and templates turn objects into primitives by their methods. */
  | 'conversion'
  /** `instanceof` asks for `Symbol.hasInstance`. */
  | 'instanceof'
  /** Promises ask for `then` and `constructor`; generators are iterators. */
  | 'job';

/** A use that breaks a rule. */
export interface RealmUse {
  /** From the root, `/` between folders. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly rule: RealmRule;
  /** The source of the breach. */
  readonly text: string;
}

/** The folder of the checked code, below the root. */
export const REALM = 'reference/realm';

/** Types that the border of the realm copies into objects without a prototype. */
const PORT = 'reference/port';

/** Allowed uses, each with its reason. */
export const ALLOWED: readonly (Omit<RealmUse, 'line'> & { readonly why: string })[] = [
  {
    path: 'reference/realm/support/text.ts',
    rule: 'conversion',
    text: 'value',
    why: 'the value of a script must become a string by its own methods, and only here',
  },
  {
    path: 'reference/realm/support/engine-members.ts',
    rule: 'job',
    text: 'async',
    why: 'functions that are never called lead to the constructors of their kinds',
  },
  {
    path: 'reference/realm/support/intrinsics.ts',
    rule: 'inherited',
    text: 'list[at]',
    why: 'an element that a list has is assigned past all prototypes; `replaceElement` is given no other',
  },
];

/** Every use that breaks a rule in the realm's files below `root`, and in the `invented` ones, in order of files and lines. */
export function realmUses(root: string, invented: Readonly<Record<string, string>> = {}): RealmUse[] {
  const program = programOf(root, invented);
  return program
    .getSourceFiles()
    .filter(({ fileName }) => pathOf(root, fileName).startsWith(`${REALM}/`))
    .flatMap((file) => new RealmSource(program, file, root).uses);
}

const pathOf = (root: string, file: string): string => relative(root, file).replaceAll('\\', '/');

function programOf(root: string, invented: Readonly<Record<string, string>>): ts.Program {
  const project = new Project({ tsConfigFilePath: join(root, REALM, 'tsconfig.json') });
  for (const [path, text] of Object.entries(invented)) project.createSourceFile(join(root, path), text);
  return project.getProgram().compilerObject;
}

const { BooleanLike, BigIntLike, EnumLike, Never, Null, NumberLike, StringLike, Undefined, Void } = ts.TypeFlags;
const primitive = StringLike | NumberLike | BooleanLike | BigIntLike | EnumLike | Null | Undefined | Void | Never;

/** Operators that leave their operands unchanged. */
const plainOperators: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.InKeyword,
  ts.SyntaxKind.InstanceOfKeyword,
]);

/** Globals that no script can replace. */
const fixedGlobals: ReadonlySet<string> = new Set(['undefined', 'NaN', 'Infinity', 'globalThis']);

class RealmSource {
  readonly uses: RealmUse[] = [];
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #file: ts.SourceFile;
  readonly #root: string;

  constructor(program: ts.Program, file: ts.SourceFile, root: string) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
    this.#file = file;
    this.#root = root;
    this.#visit(file, false);
  }

  /** `inside`: within a function. */
  #visit(node: ts.Node, inside: boolean): void {
    if (isOfTypesAlone(node)) return;
    if (inside) this.#check(node);
    const within = inside || ts.isFunctionLike(node) || isFieldOfInstances(node);
    // The heritage of a class is evaluated with the class, its fields in its constructor.
    ts.forEachChild(node, (child) => this.#visit(child, within));
  }

  #check(node: ts.Node): void {
    if (ts.isIdentifier(node)) this.#checkIdentifier(node);
    else if (ts.isPropertyAccessExpression(node)) this.#checkMember(node, node.expression, node.name);
    else if (ts.isElementAccessExpression(node)) this.#checkElement(node);
    else if (ts.isObjectBindingPattern(node)) for (const element of node.elements) this.#checkBinding(element);
    else if (ts.isTemplateExpression(node))
      for (const { expression } of node.templateSpans) this.#checkOperand(expression);
    else if (ts.isComputedPropertyName(node)) this.#checkOperand(node.expression);
    else if (ts.isBinaryExpression(node)) this.#checkBinary(node);
    else if (ts.isPrefixUnaryExpression(node) && node.operator !== ts.SyntaxKind.ExclamationToken)
      this.#checkOperand(node.operand);
    else if (ts.isPostfixUnaryExpression(node)) this.#checkOperand(node.operand);
    else {
      const rule = ruleOfSyntax(node);
      if (rule !== undefined) this.#found(rule, node);
    }
  }

  #checkIdentifier(node: ts.Identifier): void {
    if (fixedGlobals.has(node.text) || isNameOfMember(node)) return;
    const symbol = ts.isShorthandPropertyAssignment(node.parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.#checker.getSymbolAtLocation(node);
    if (this.#isBuiltIn(symbol)) this.#found('global', node);
  }

  #checkMember(node: ts.Node, holder: ts.Expression, name: ts.MemberName | ts.StringLiteralLike): void {
    if (ts.isPrivateIdentifier(name)) return;
    const type = this.#typeOf(holder);
    if (name.text === 'length' && this.#eachOf(type, (one) => this.#isText(one) || this.#isList(one))) return;
    const symbol = this.#checker.getSymbolAtLocation(name);
    if (this.#eachOf(type, (one) => this.#isBare(one))) return;
    if (symbol === undefined || this.#isBuiltIn(symbol)) this.#found('member', node);
    else if (this.#mayBeMissing(symbol, type)) this.#found('inherited', node);
  }

  #checkElement(node: ts.ElementAccessExpression): void {
    const { expression: holder, argumentExpression: key } = node;
    if (ts.isStringLiteralLike(key)) {
      this.#checkMember(node, holder, key);
      return;
    }
    const type = this.#typeOf(holder);
    const isNumber = this.#eachOf(this.#typeOf(key), ({ flags }) => (flags & NumberLike) !== 0);
    // No loop of the realm reads what a script puts beyond the end of a list or text.
    const isRead = !isAssigned(node) && this.#eachOf(type, (one) => this.#isText(one) || this.#isList(one));
    if (isNumber && (isRead || this.#eachOf(type, (one) => this.#isTypedArray(one)))) return;
    if (!this.#eachOf(type, (one) => this.#isBare(one))) this.#found('inherited', node);
    this.#checkOperand(key);
  }

  #checkBinding(element: ts.BindingElement): void {
    const name = element.propertyName ?? element.name;
    if (element.dotDotDotToken !== undefined || !ts.isIdentifier(name)) return;
    const type = this.#checker.getTypeAtLocation(element.parent);
    const symbol = this.#checker.getPropertyOfType(type, name.text);
    if (name.text === 'length' && this.#eachOf(type, (one) => this.#isText(one) || this.#isList(one))) return;
    if (this.#isBuiltIn(symbol)) this.#found('member', element);
    else if (symbol !== undefined && this.#mayBeMissing(symbol, type)) this.#found('inherited', element);
  }

  #checkBinary(node: ts.BinaryExpression): void {
    const { left, right, operatorToken } = node;
    if (operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) this.#found('instanceof', node);
    if (operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isArrayLiteralExpression(left))
      this.#found('iteration', left);
    if (plainOperators.has(operatorToken.kind)) return;
    this.#checkOperand(left);
    this.#checkOperand(right);
  }

  #checkOperand(node: ts.Expression): void {
    if (!this.#eachOf(this.#typeOf(node), ({ flags }) => (flags & primitive) !== 0)) this.#found('conversion', node);
  }

  #found(rule: RealmRule, node: ts.Node): void {
    const { line } = this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file));
    const text = node.getText(this.#file).replace(/\s+/g, ' ');
    this.uses.push({ path: pathOf(this.#root, this.#file.fileName), line: line + 1, rule, text });
  }

  #typeOf(node: ts.Expression): ts.Type {
    const type = this.#checker.getTypeAtLocation(node);
    return this.#checker.getBaseConstraintOfType(type) ?? type;
  }

  /** Whether all members of a union are so, except primitive values. */
  #eachOf(type: ts.Type, is: (one: ts.Type) => boolean): boolean {
    const all = type.isUnion() ? type.types : [type];
    const some = all.length === 1 ? all : all.filter(({ flags }) => (flags & (Null | Undefined)) === 0);
    return some.every((one) => is(one));
  }

  #isText({ flags }: ts.Type): boolean {
    return (flags & StringLike) !== 0;
  }

  #isList(type: ts.Type): boolean {
    return this.#checker.isArrayType(type) || this.#checker.isTupleType(type);
  }

  #isTypedArray(type: ts.Type): boolean {
    const { symbol } = type;
    return symbol !== undefined && /^(?:Ui|I)nt\d+Array$/.test(symbol.name) && this.#isBuiltIn(symbol);
  }

  /** The type of an object without a prototype says so. */
  #isBare(type: ts.Type): boolean {
    const prototype = this.#checker.getPropertyOfType(type, '__proto__');
    if (prototype === undefined) return false;
    return (this.#checker.getTypeOfSymbol(prototype).flags & Null) !== 0;
  }

  #mayBeMissing(symbol: ts.Symbol, holder: ts.Type): boolean {
    if ((symbol.flags & ts.SymbolFlags.Optional) === 0 || this.#eachOf(holder, (one) => this.#isBare(one)))
      return false;
    const files = (symbol.declarations ?? []).map((one) => pathOf(this.#root, one.getSourceFile().fileName));
    return !files.every((path) => path.startsWith(`${PORT}/`));
  }

  #isBuiltIn(symbol: ts.Symbol | undefined): boolean {
    const declarations = symbol?.declarations ?? [];
    return declarations.some((one) => this.#program.isSourceFileDefaultLibrary(one.getSourceFile()));
  }
}

function ruleOfSyntax(node: ts.Node): RealmRule | undefined {
  switch (node.kind) {
    case ts.SyntaxKind.ForOfStatement:
    case ts.SyntaxKind.SpreadElement:
    case ts.SyntaxKind.ArrayBindingPattern:
      return 'iteration';
    case ts.SyntaxKind.ForInStatement:
      return 'inherited';
    case ts.SyntaxKind.AwaitExpression:
    case ts.SyntaxKind.YieldExpression:
    case ts.SyntaxKind.AsyncKeyword:
      return 'job';
    case ts.SyntaxKind.TaggedTemplateExpression:
      return 'member';
    default:
      return undefined;
  }
}

function isOfTypesAlone(node: ts.Node): boolean {
  if (ts.isExpressionWithTypeArguments(node))
    return ts.isHeritageClause(node.parent) && node.parent.token === ts.SyntaxKind.ImplementsKeyword;
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isTypeParameterDeclaration(node)
  );
}

const isFieldOfInstances = (node: ts.Node): boolean =>
  ts.isPropertyDeclaration(node) &&
  !(ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);

/** A member name, which is checked where the member is used. */
function isNameOfMember(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  return ts.isPropertyAssignment(parent) && parent.name === node;
}

/** Whether an element is the target of an assignment. */
function isAssigned(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent))
    return (
      parent.left === node &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  return false;
}
