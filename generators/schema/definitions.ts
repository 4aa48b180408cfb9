import {
  type IndexedAccessTypeNode,
  type IndexSignatureDeclaration,
  type InterfaceDeclaration,
  type JSDocableNode,
  type MappedTypeNode,
  Node,
  type PropertySignature,
  type SourceFile,
  SyntaxKind,
  type TupleTypeNode,
  type TypeAliasDeclaration,
  type TypeNode,
} from 'ts-morph';
import { UserError } from '../../spec/reading/user-error.js';

/** JSON Schema (draft-07), with the keywords that types need. */
interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number | true)[];
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly anyOf?: readonly Schema[];
}

/** A type without a schema here; the message has its place. */
class SchemaError extends UserError {
  override readonly name = 'SchemaError';

  constructor(node: Node, problem: string) {
    super(`${node.getSourceFile().getFilePath()}:${node.getStartLineNumber()}: ${problem}`);
  }
}

/** Schemas of the named type and of every type that it reaches, by name and in the order in which they are reached. */
export function definitionsFor(types: SourceFile, root: string): Readonly<Record<string, Schema>> {
  const definitions: Record<string, Schema> = {};
  const wanted = [root];
  for (const name of wanted) {
    const declaration = declarationOf(types, name);
    if (declaration === undefined) throw new SchemaError(types, `there is no interface or type named ${name}`);
    definitions[name] = declarationSchema(declaration);
    wanted.push(...referencesOf(declaration).filter((reference) => !wanted.includes(reference)));
  }
  return definitions;
}

/** Searches the file itself first, then the other files of its project. */
function declarationOf(types: SourceFile, name: string): InterfaceDeclaration | TypeAliasDeclaration | undefined {
  const files = [types, ...types.getProject().getSourceFiles()];
  return files.map((file) => file.getInterface(name) ?? file.getTypeAlias(name)).find((found) => found !== undefined);
}

function declarationSchema(declaration: InterfaceDeclaration | TypeAliasDeclaration): Schema {
  const schema = Node.isInterfaceDeclaration(declaration)
    ? objectSchema(membersOf(declaration))
    : typeSchema(declaration.getTypeNodeOrThrow());
  return { ...descriptionOf(declaration), ...schema };
}

interface TypeMembers {
  readonly properties: readonly PropertySignature[];
  readonly index: IndexSignatureDeclaration | undefined;
}

/** Own members, then those of the interfaces that it extends. */
function membersOf(declaration: InterfaceDeclaration): TypeMembers {
  const bases = declaration.getBaseDeclarations().map((base) => {
    if (Node.isInterfaceDeclaration(base)) return membersOf(base);
    throw new SchemaError(base, 'only interfaces can be extended');
  });
  return {
    properties: [...declaration.getProperties(), ...bases.flatMap(({ properties }) => properties)],
    index: declaration.getIndexSignatures()[0],
  };
}

/** Types named anywhere in the declaration, or in those that it extends. */
function referencesOf(declaration: InterfaceDeclaration | TypeAliasDeclaration): string[] {
  const own = declaration.getDescendantsOfKind(SyntaxKind.TypeReference).map((type) => type.getTypeName().getText());
  const bases = Node.isInterfaceDeclaration(declaration) ? declaration.getBaseDeclarations() : [];
  const inherited = bases.filter((base) => Node.isInterfaceDeclaration(base)).flatMap(referencesOf);
  return [...new Set([...own, ...inherited])];
}

/** Only the nearest doc comment: the first declaration of a file also has the comment of the file. */
function descriptionOf(node: JSDocableNode): Schema {
  const description = node.getJsDocs().at(-1)?.getCommentText()?.replace(/\s+/g, ' ').trim();
  return description ? { description } : {};
}

function typeSchema(node: TypeNode): Schema {
  if (Node.isParenthesizedTypeNode(node)) return typeSchema(node.getTypeNode());
  if (Node.isTypeOperatorTypeNode(node) && node.getOperator() === SyntaxKind.ReadonlyKeyword) {
    return typeSchema(node.getTypeNode());
  }
  if (Node.isArrayTypeNode(node)) return { type: 'array', items: typeSchema(node.getElementTypeNode()) };
  if (Node.isTypeReference(node)) return { $ref: `#/definitions/${node.getTypeName().getText()}` };
  if (Node.isTypeLiteral(node)) {
    return objectSchema({ properties: node.getProperties(), index: node.getIndexSignatures()[0] });
  }
  if (Node.isUnionTypeNode(node)) return unionSchema(node.getTypeNodes());
  if (Node.isMappedTypeNode(node)) return mappedSchema(node);
  if (Node.isIndexedAccessTypeNode(node)) return { enum: elementsOf(node) };
  if (Node.isTupleTypeNode(node)) return tupleSchema(node);
  if (Node.isTemplateLiteralTypeNode(node)) return { type: 'string', pattern: templatePattern(node) };
  return literalSchema(node) ?? keywordSchema(node);
}

function keywordSchema(node: TypeNode): Schema {
  switch (node.getKind()) {
    case SyntaxKind.StringKeyword:
      return { type: 'string' };
    case SyntaxKind.NumberKeyword:
      return { type: 'number' };
    case SyntaxKind.BooleanKeyword:
      return { type: 'boolean' };
    case SyntaxKind.UnknownKeyword:
      return {};
    default:
      throw new SchemaError(node, `no schema for the type ${node.getText()}`);
  }
}

function literalSchema(node: TypeNode): Schema | undefined {
  if (!Node.isLiteralTypeNode(node)) return undefined;
  const literal = node.getLiteral();
  if (Node.isNullLiteral(literal)) return { type: 'null' };
  if (Node.isTrueLiteral(literal)) return { enum: [true] };
  if (Node.isStringLiteral(literal) || Node.isNumericLiteral(literal)) return { enum: [literal.getLiteralValue()] };
  throw new SchemaError(node, `no schema for the literal ${node.getText()}`);
}

function objectSchema({ properties, index }: TypeMembers): Schema {
  const required = properties.filter((property) => !property.hasQuestionToken()).map((property) => property.getName());
  return {
    type: 'object',
    ...(properties.length > 0 && { properties: Object.fromEntries(properties.map(propertyEntry)) }),
    ...(required.length > 0 && { required }),
    additionalProperties: index === undefined ? false : typeSchema(typeNodeOf(index.getReturnTypeNode(), index)),
  };
}

function typeNodeOf(type: TypeNode | undefined, owner: Node): TypeNode {
  if (type === undefined) throw new SchemaError(owner, 'a type is missing');
  return type;
}

const propertyEntry = (property: PropertySignature): [string, Schema] => [
  property.getName(),
  { ...descriptionOf(property), ...typeSchema(property.getTypeNodeOrThrow()) },
];

/** Literals become one `enum`; types that share no keyword become one schema, so that complaints stay precise. */
function unionSchema(nodes: readonly TypeNode[]): Schema {
  const schemas = nodes.map(typeSchema);
  const literals = schemas.flatMap((schema) => schema.enum ?? []);
  if (literals.length > 0 && schemas.every((schema) => schema.enum)) return { enum: literals };
  const names = schemas.flatMap((schema) => schema.type ?? []);
  if (new Set(names).size !== schemas.length || schemas.some((schema) => schema.enum)) return { anyOf: schemas };
  let merged: Schema = {};
  for (const schema of schemas) merged = { ...merged, ...schema };
  return { ...merged, type: names };
}

/** `{ [K in Name]: T }`, where `Name` is a union of names: an object that has all of them. */
function mappedSchema(node: MappedTypeNode): Schema {
  const names = typeSchema(node.getTypeParameter().getConstraintOrThrow());
  const name = names.$ref?.replace('#/definitions/', '') ?? '';
  const declaration = declarationOf(node.getSourceFile(), name);
  const required = ((declaration && declarationSchema(declaration)) ?? names).enum?.map(String);
  if (required === undefined) throw new SchemaError(node, `no schema for the keys of ${node.getText()}`);
  const value = typeSchema(typeNodeOf(node.getTypeNode(), node));
  const properties = Object.fromEntries(required.map((key) => [key, value]));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** `(typeof NAMES)[number]`, where `NAMES` is a constant list of texts in the same file. */
function elementsOf(node: IndexedAccessTypeNode): readonly string[] {
  const name = /^\(typeof (\w+)\)\[number\]$/.exec(node.getText())?.[1] ?? '';
  const initializer = node.getSourceFile().getVariableDeclaration(name)?.getInitializer();
  const list = Node.isAsExpression(initializer) ? initializer.getExpression() : undefined;
  if (!Node.isArrayLiteralExpression(list)) throw new SchemaError(node, `no schema for the type ${node.getText()}`);
  return list.getElements().map((element) => {
    if (Node.isStringLiteral(element)) return element.getLiteralValue();
    throw new SchemaError(element, `${name} has an element that is no text`);
  });
}

function tupleSchema(node: TupleTypeNode): Schema {
  const elements = node.getElements();
  const [first, ...others] = elements.map((element) => element.getText());
  if (first === undefined || others.some((other) => other !== first))
    throw new SchemaError(node, `no schema for ${node.getText()}, whose elements are not of one type`);
  const [items] = elements.map(typeSchema);
  return { type: 'array', ...(items && { items }), minItems: elements.length, maxItems: elements.length };
}

/** `${number}` matches digits; the text between is literal. */
function templatePattern(node: Node): string {
  const [head = '', ...rest] = node
    .getText()
    .slice(1, -1)
    .split(/\$\{number\}/);
  return `^${[head, ...rest].map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('[0-9]+')}$`;
}
