// The type files of the official SDK, read as syntax: interfaces with their members, aliases, error classes.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A type by its names: literals, members and references. */
export interface SdkType {
  readonly nullable: boolean;
  readonly literals: readonly string[];
  /** Names of referenced types, including array elements. */
  readonly references: readonly string[];
}

export interface SdkMember extends SdkType {
  readonly optional: boolean;
}

export interface SdkTypes {
  /** Members by interface; an interface that both namespaces declare has the members of both. */
  readonly interfaces: ReadonlyMap<string, ReadonlyMap<string, SdkMember>>;
  readonly aliases: ReadonlyMap<string, SdkType>;
  /** Base class by error code. */
  readonly errorCodes: ReadonlyMap<string, string>;
}

const folder = dirname(createRequire(import.meta.url).resolve('@anthropic-ai/sdk'));

/** Names of the beta namespace lose their prefix, those of raw events too. */
export function plainName(name: string): string {
  return name.replace(/^Beta(?=[A-Z])/, '').replace(/^Raw(?=[A-Z])/, '');
}

/** Reads `files`, paths inside the SDK without `.d.ts`. */
export function readSdkTypes(files: readonly string[]): SdkTypes {
  const interfaces = new Map<string, Map<string, SdkMember>>();
  const aliases = new Map<string, SdkType>();
  const errorCodes = new Map<string, string>();

  const visit = (node: ts.Node, prefix: string): void => {
    if (ts.isInterfaceDeclaration(node)) {
      const name = prefix + plainName(node.name.text);
      const members = interfaces.get(name) ?? new Map<string, SdkMember>();
      for (const member of node.members) {
        if (!ts.isPropertySignature(member) || member.type === undefined) continue;
        const key = memberName(member.name);
        const type = { ...typeOf(member.type), optional: member.questionToken !== undefined };
        const earlier = members.get(key);
        members.set(key, earlier === undefined ? type : joined(earlier, type));
      }
      interfaces.set(name, members);
    } else if (ts.isTypeAliasDeclaration(node)) {
      const name = prefix + plainName(node.name.text);
      const earlier = aliases.get(name);
      const type = typeOf(node.type);
      // `MessageStartEvent = RawMessageStartEvent` is redundant once both have the same name.
      if (type.references.includes(name)) return;
      aliases.set(name, earlier === undefined ? type : merged([earlier, type]));
    } else if (ts.isModuleDeclaration(node) && node.body !== undefined && ts.isModuleBlock(node.body)) {
      for (const child of node.body.statements) visit(child, `${plainName(node.name.text)}.`);
    } else if (ts.isClassDeclaration(node)) {
      const base = node.heritageClauses?.[0]?.types[0]?.expression;
      for (const member of node.members) {
        if (!ts.isPropertyDeclaration(member) || memberName(member.name) !== 'errorCode' || member.type === undefined)
          continue;
        for (const code of typeOf(member.type).literals) errorCodes.set(code, base?.getText() ?? '');
      }
    }
  };

  for (const file of files) {
    const path = join(folder, `${file}.d.ts`);
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) visit(statement, '');
  }
  return { interfaces, aliases, errorCodes };
}

/** The literals and interfaces that a type resolves to; aliases are followed, except those in `open`. */
export function resolved(type: SdkType, types: SdkTypes, open: Readonly<Record<string, string>>): SdkType {
  const parts: SdkType[] = [{ ...type, references: [] }];
  for (const name of type.references.filter((reference) => !(reference in open))) {
    const alias = types.aliases.get(name);
    if (alias !== undefined) parts.push(resolved(alias, types, open));
    else if (types.interfaces.has(name)) parts.push({ nullable: false, literals: [], references: [name] });
  }
  return merged(parts);
}

function typeOf(node: ts.TypeNode): SdkType {
  if (ts.isUnionTypeNode(node)) return merged(node.types.map((part) => typeOf(part)));
  if (ts.isParenthesizedTypeNode(node)) return typeOf(node.type);
  if (ts.isArrayTypeNode(node)) return { ...typeOf(node.elementType), nullable: false };
  if (ts.isLiteralTypeNode(node)) {
    const literal = node.literal;
    if (ts.isStringLiteral(literal)) return { nullable: false, literals: [literal.text], references: [] };
    return { nullable: literal.kind === ts.SyntaxKind.NullKeyword, literals: [], references: [] };
  }
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText();
    const [element] = node.typeArguments ?? [];
    if (name === 'Array' && element !== undefined) return { ...typeOf(element), nullable: false };
    return { nullable: false, literals: [], references: [referenceName(node.typeName)] };
  }
  return { nullable: false, literals: [], references: [] };
}

/** `MessagesAPI.Container` becomes `Container`; `RawMessageDeltaEvent.Delta` keeps its namespace. */
function referenceName(name: ts.EntityName): string {
  if (ts.isIdentifier(name)) return plainName(name.text);
  const space = ts.isIdentifier(name.left) ? name.left.text : name.left.right.text;
  const own = plainName(name.right.text);
  return /API$|^Shared$|^Messages$/.test(space) ? own : `${plainName(space)}.${own}`;
}

function merged(parts: readonly SdkType[]): SdkType {
  return {
    nullable: parts.some((part) => part.nullable),
    literals: [...new Set(parts.flatMap((part) => part.literals))],
    references: [...new Set(parts.flatMap((part) => part.references))],
  };
}

function joined(a: SdkMember, b: SdkMember): SdkMember {
  return { ...merged([a, b]), optional: a.optional || b.optional };
}

function memberName(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : name.getText();
}
