// Reads the named types from the declarations of an installed SDK.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The types that some declaration files of a package export. */
export class SdkTypes {
  readonly checker: ts.TypeChecker;
  readonly #exports = new Map<string, ts.Symbol>();

  /**
   * `paths` are relative to the package, such as `resources/responses/responses.d.ts`. The first of two types with
   * the same name wins.
   */
  constructor(packageName: string, paths: readonly string[]) {
    const files = paths.map((path) =>
      fileURLToPath(new URL(`../../node_modules/${packageName}/${path}`, import.meta.url)),
    );
    const program = ts.createProgram(files, {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      types: [],
    });
    this.checker = program.getTypeChecker();
    for (const file of files) {
      const source = program.getSourceFile(file);
      const module = source === undefined ? undefined : this.checker.getSymbolAtLocation(source);
      if (module === undefined) throw new Error(`${file} is not a module`);
      for (const entry of this.checker.getExportsOfModule(module)) {
        if (!this.#exports.has(entry.name)) this.#exports.set(entry.name, entry);
      }
    }
  }

  /** The type of that name; throws when the SDK has none. */
  named(name: string): ts.Type {
    const symbol = this.#exports.get(name);
    if (symbol === undefined) throw new Error(`the SDK has no type ${name}`);
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    return this.checker.getDeclaredTypeOfSymbol(target);
  }

  /** Names of the properties of an object type, of all members of a union. */
  propertyNames(type: ts.Type): string[] {
    const members = type.isUnion() ? type.types : [type];
    return [...new Set(members.flatMap((member) => this.checker.getPropertiesOfType(member).map(({ name }) => name)))];
  }

  /** The literal values of the property `tag` over the members of a union. */
  tags(type: ts.Type, tag = 'type'): string[] {
    const members = type.isUnion() ? type.types : [type];
    return [...new Set(members.flatMap((member) => this.tagsOf(member, tag)))];
  }

  /** The literal values of the property `tag` of an object type. */
  tagsOf(type: ts.Type, tag = 'type'): string[] {
    const property = type.getProperty(tag);
    if (property === undefined) return [];
    const values = this.checker.getTypeOfSymbol(property);
    return (values.isUnion() ? values.types : [values])
      .filter((value) => value.isStringLiteral())
      .map(({ value }) => value);
  }
}
