/** Checks which part of the project may import which (the rules of import of the design). */
import { posix } from 'node:path';
import { Node, Project, type SourceFile } from 'ts-morph';

/** What files of `folder` may import of ours. */
interface Importer {
  readonly folder: string;
  readonly mayImport: readonly string[];
}

/** Who may import `module`, a folder of ours or a package. */
interface Imported {
  readonly module: string;
  readonly onlyBy: readonly string[];
}

const IMPORTERS: readonly Importer[] = [
  { folder: 'spec', mayImport: ['spec'] },
  { folder: 'reference', mayImport: ['reference'] },
  { folder: 'reports', mayImport: ['reports', 'spec'] },
];

const IMPORTED: readonly Imported[] = [
  { module: 'reference', onlyBy: ['reference', 'suites/targets/reference'] },
  { module: 'ts-morph', onlyBy: ['generators'] },
];

/** Files of `folder` that are read at run time bind as an import does. */
const UNREAD: readonly { readonly folder: string; readonly mustNotRead: string }[] = [
  { folder: 'reference', mustNotRead: 'spec' },
];

const OURS = ['spec', 'generators', 'suites', 'reference', 'reports'];
/** What our own package name stands for (`exports` in package.json). */
const SELF = { name: 'srvspec', path: 'suites/index.js' };

export interface Breach {
  /** `path:line`, the path from the package's root. */
  readonly place: string;
  readonly what: string;
}

/** The project of all our sources below `root`, for `checkImports`. */
export function openSources(root: string): Project {
  const project = new Project({ skipAddingFilesFromTsConfig: true, skipFileDependencyResolution: true });
  project.addSourceFilesAtPaths(OURS.map((folder) => posix.join(root, folder, '**/*.{ts,mts,cts}')));
  return project;
}

/** Every place below `root` that breaks a rule, in order of paths. */
export function checkImports(project: Project, root: string): Breach[] {
  return project.getSourceFiles().flatMap((file) => checkFile(file, posix.relative(root, file.getFilePath())));
}

function checkFile(file: SourceFile, path: string): Breach[] {
  return stringsOf(file).flatMap(({ text, line, isImport }) => {
    const what = isImport ? importBreach(path, targetOf(path, text)) : readingBreach(path, text);
    return what === undefined ? [] : [{ place: `${path}:${line}`, what }];
  });
}

function importBreach(path: string, target: string): string | undefined {
  const importer = IMPORTERS.find(({ folder }) => isWithin(path, folder));
  const isOurs = OURS.some((folder) => isWithin(target, folder));
  if (importer !== undefined && isOurs && !importer.mayImport.some((folder) => isWithin(target, folder))) {
    return `${importer.folder} imports ${target}; of ours it may import only ${importer.mayImport.join(', ')}`;
  }
  const imported = IMPORTED.find(({ module }) => isWithin(target, module));
  if (imported !== undefined && !imported.onlyBy.some((folder) => isWithin(path, folder))) {
    return `${target} is imported outside ${imported.onlyBy.join(', ')}`;
  }
  return undefined;
}

function readingBreach(path: string, text: string): string | undefined {
  const rule = UNREAD.find(({ folder }) => isWithin(path, folder));
  if (rule === undefined || !new RegExp(`(^|/)${rule.mustNotRead}(/|$)`).test(text)) return undefined;
  return `${rule.folder} names a path in ${rule.mustNotRead}, which it must not read: ${text}`;
}

/** Path from the root for an import of ours, else the specifier as it is. */
function targetOf(path: string, specifier: string): string {
  if (specifier === SELF.name) return SELF.path;
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

interface Text {
  readonly text: string;
  readonly line: number;
  readonly isImport: boolean;
}

function stringsOf(file: SourceFile): Text[] {
  const literals = file
    .getDescendants()
    .filter((node) => Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node));
  return literals.map((node) => ({
    text: node.getLiteralText(),
    line: node.getStartLineNumber(),
    isImport: isSpecifier(node),
  }));
}

/** Static, re-exporting, dynamic and type imports, `require` and its kin. */
function isSpecifier(literal: Node): boolean {
  const parent = literal.getParent();
  if (Node.isImportDeclaration(parent) || Node.isExportDeclaration(parent) || Node.isExternalModuleReference(parent)) {
    return true;
  }
  if (Node.isLiteralTypeNode(parent)) return Node.isImportTypeNode(parent.getParent());
  if (!Node.isCallExpression(parent)) return false;
  const callee = parent.getExpression();
  return Node.isImportExpression(callee) || /(^|\.)(require|resolve)$/.test(callee.getText());
}
