// Reads the doc comments of the protocol package for its schemas and their fields.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { isList, isObject, type JsonObject, type JsonValue } from '@org/engine';
import type { Descriptions } from '#src/openapi/with-descriptions.js';

const apis = { Messages: 'messages', Responses: 'responses' } as const;

/** Returns the doc comments of all components by name. Components without comments are omitted. */
export function docComments(components: Readonly<Record<string, JsonObject>>): Record<string, Descriptions> {
  const files = Object.values(apis).map((payload) =>
    fileURLToPath(new URL(`../../../../packages/protocol/dist/${payload}.d.ts`, import.meta.url)),
  );
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: [],
  });
  const reader = new CommentReader(program.getTypeChecker());
  const found: Record<string, Descriptions> = {};
  for (const [index, prefix] of Object.keys(apis).entries()) {
    const source = program.getSourceFile(files[index] ?? '');
    if (source === undefined) throw new Error(`${files[index]} is not there; is the package built?`);
    for (const { name, symbol } of reader.schemasOf(source)) {
      const id = `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      const component = components[id];
      if (component === undefined || Object.hasOwn(component, '$ref')) continue;
      const comments = reader.read(symbol, component);
      if (Object.keys(comments).length > 0) found[id] = comments;
    }
  }
  return Object.fromEntries(Object.entries(found).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

class CommentReader {
  constructor(readonly checker: ts.TypeChecker) {}

  schemasOf(source: ts.SourceFile): { name: string; symbol: ts.Symbol }[] {
    const module = this.checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${source.fileName} is not a module`);
    return this.checker
      .getExportsOfModule(module)
      .filter(({ name }) => name.endsWith('Schema'))
      .map((entry) => ({
        name: entry.name.slice(0, -'Schema'.length),
        symbol: entry.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(entry) : entry,
      }));
  }

  read(schema: ts.Symbol, component: JsonObject): Descriptions {
    const own = this.#comment(schema);
    const input = this.checker.getTypeOfSymbol(schema).getProperty('_input');
    const fields = input === undefined ? [] : [...this.#fieldsOf(component, this.checker.getTypeOfSymbol(input), '')];
    return Object.fromEntries([...(own === '' ? [] : [['', own] as const]), ...fields]);
  }

  /** Walks schema and type in parallel: a schema that is only referenced has its own comments. */
  *#fieldsOf(schema: JsonValue | undefined, type: ts.Type, path: string): Iterable<readonly [string, string]> {
    if (!isObject(schema)) return;
    for (const key of ['anyOf', 'oneOf', 'allOf']) {
      const members = schema[key];
      if (isList(members)) for (const member of members) yield* this.#fieldsOf(member, type, path);
    }
    for (const member of membersOf(type)) {
      const element = this.checker.getIndexTypeOfType(member, ts.IndexKind.Number);
      if (element !== undefined) yield* this.#fieldsOf(schema['items'], element, path);
    }
    const properties = schema['properties'];
    if (!isObject(properties)) return;
    for (const [name, field] of Object.entries(properties)) {
      const symbols = membersOf(type).flatMap((member) => this.checker.getPropertyOfType(member, name) ?? []);
      const at = path === '' ? name : `${path}.${name}`;
      const comment = symbols.map((symbol) => this.#comment(symbol)).find((text) => text !== '');
      if (comment !== undefined) yield [at, comment];
      for (const symbol of symbols.slice(0, 1)) yield* this.#fieldsOf(field, this.checker.getTypeOfSymbol(symbol), at);
    }
  }

  #comment(symbol: ts.Symbol): string {
    return ts
      .displayPartsToString(symbol.getDocumentationComment(this.checker))
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim();
  }
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
