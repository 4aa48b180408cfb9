/** Reads the facts about each source file that the structure checks need. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { OURS } from './rules.js';

/** A string literal of a source. */
interface Text {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  /** Whether it is the specifier of an import of any kind: static, re-exporting, dynamic, of types, `require`. */
  readonly isImport: boolean;
}

/** A function, method or constructor with a body. */
interface FunctionFacts {
  /** Its own name, or that of the variable or property whose value it is. */
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  readonly lines: number;
}

export interface SourceFacts {
  /** From the root, `/` between folders. */
  readonly path: string;
  readonly texts: readonly Text[];
  readonly functions: readonly FunctionFacts[];
  /** Names of its exported types: interfaces, aliases and classes. */
  readonly types: readonly string[];
  /** Ids of rows that the file names. */
  readonly rows: readonly string[];
  /** Whether the file has only imports and re-exports. */
  readonly isBarrel: boolean;
}

/** The facts of all our sources below `root`, in order of paths. */
export function readSources(root: string): SourceFacts[] {
  const paths = OURS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  return paths
    .filter((path) => /\.[cm]?ts$/.test(path))
    .sort()
    .map((path) => readSourceFacts(path, readFileSync(join(root, path), 'utf8')));
}

/** Such as `2/shared-dict-operations/incr`. */
const rowId = /\b[123]\/[a-z0-9-]+\/[a-z0-9-]+/g;

/** The facts of one file, from its text. */
export function readSourceFacts(path: string, text: string): SourceFacts {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const texts: Text[] = [];
  const functions: FunctionFacts[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(textOf(file, node));
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) functions.push(functionOf(file, node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  const types = file.statements.flatMap((statement) => exportedType(statement) ?? []);
  return { path, texts, functions, types, rows: text.match(rowId) ?? [], isBarrel: isBarrel(file) };
}

function functionOf(file: ts.SourceFile, node: ts.SignatureDeclaration): FunctionFacts {
  const lineAt = (position: number): number => file.getLineAndCharacterOfPosition(position).line;
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  const name = node.name ?? (isNamed ? parent.name : undefined);
  const line = lineAt(node.getStart(file));
  return { name: name?.getText(file) ?? '(anonymous)', line: line + 1, lines: lineAt(node.end) - line + 1 };
}

function exportedType(node: ts.Statement): string | undefined {
  const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
  if (!isType || !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return undefined;
  return node.name?.text;
}

const textOf = (file: ts.SourceFile, node: ts.StringLiteralLike): Text => ({
  text: node.text,
  line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1,
  isImport: isSpecifier(node),
});

function isSpecifier({ parent }: ts.Node): boolean {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent))
    return true;
  if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent);
  if (!ts.isCallExpression(parent)) return false;
  const callee = parent.expression;
  return callee.kind === ts.SyntaxKind.ImportKeyword || /(^|\.)(require|resolve)$/.test(callee.getText());
}

/** `export {}` alone, which makes a script a module, re-exports nothing. */
function isBarrel({ statements }: ts.SourceFile): boolean {
  return (
    statements.some((statement) => ts.isExportDeclaration(statement) && passesOn(statement)) &&
    statements.every((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
  );
}

const passesOn = ({ moduleSpecifier, exportClause }: ts.ExportDeclaration): boolean =>
  moduleSpecifier !== undefined ||
  (exportClause !== undefined && ts.isNamedExports(exportClause) && exportClause.elements.length > 0);
