import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const parse = (file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

/** The names that a module exports, through `export *`, too. */
function exportsOf(file) {
  return parse(file).statements.flatMap((statement) => {
    if (ts.isExportAssignment(statement)) return ['default'];
    if (ts.isExportDeclaration(statement)) {
      return statement.exportClause === undefined
        ? exportsOf(join(dirname(file), statement.moduleSpecifier.text))
        : statement.exportClause.elements.map(({ name }) => name.text);
    }
    const kinds = (statement.modifiers ?? []).map(({ kind }) => kind);
    if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) return [];
    if (kinds.includes(ts.SyntaxKind.DefaultKeyword)) return ['default'];
    return ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name.text)
      : [statement.name.text];
  });
}

/** The relative imports of a file with their names: declarations, and `const { a } = await import('./b.mjs')`. */
function importsOf(file) {
  const imports = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      const named = node.importClause?.namedBindings?.elements ?? [];
      imports.push([node.moduleSpecifier.text, named]);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const target = node.parent?.parent;
      const named = target !== undefined && ts.isVariableDeclaration(target) ? (target.name.elements ?? []) : [];
      if (ts.isStringLiteral(node.arguments[0])) imports.push([node.arguments[0].text, named]);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return imports
    .filter(([specifier]) => /^\..*js$/.test(specifier))
    .map(([specifier, named]) => [specifier, named.map(({ propertyName, name }) => (propertyName ?? name).text)]);
}

/** `exportsOf` for many importers of the same module. */
const exported = new Map();

function missingImports(file) {
  return importsOf(file).flatMap(([specifier, names]) => {
    const target = join(dirname(file), specifier);
    if (!existsSync(target)) return [`${file} imports ${specifier}, which does not exist`];
    if (!exported.has(target)) exported.set(target, new Set(exportsOf(target)));
    return names
      .filter((name) => !exported.get(target).has(name))
      .map((name) => `${file}: ${specifier} does not export ${name}`);
  });
}

describe('the programs of this folder', () => {
  // No compiler reads them, and no test starts a benchmark or a long check.
  it('import only names that the other module exports', () => {
    const files = execFileSync('git', ['ls-files', '-z', 'tools/*.mjs'], { cwd: root, encoding: 'utf8' });
    const programs = files.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
    expect(programs.length).toBeGreaterThan(150);
    expect(programs.flatMap((file) => missingImports(join(root, file)))).toEqual([]);
  });
});
