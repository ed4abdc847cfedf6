// Renders what the entry points of a package export, with signatures and without comments, as Markdown.
import { sep } from 'node:path';
import ts from 'typescript';

/** Name of the report in the folder of each package. */
export const reportName = 'api-report.md';

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

/**
 * Reads the declarations of all entry points once.
 * @param {{ entryPoints: { file: string }[] }[]} packages
 */
export function readDeclarations(packages) {
  const files = packages.flatMap(({ entryPoints }) => entryPoints.map(({ file }) => file));
  return ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
}

/**
 * The report of one package.
 * @param {ts.Program} program from {@link readDeclarations}
 * @param {{ name: string, folder: string, entryPoints: { specifier: string, file: string }[] }} packageInfo
 */
export function renderReport(program, { name, folder, entryPoints }) {
  const own = `${folder}${sep}dist${sep}`;
  /** What an earlier section shows, by its module. */
  const shown = new Map();
  const sections = entryPoints.map(({ specifier, file }) => {
    const exported = exportsOf(program, file);
    const known = new Set(exported.map(({ target }) => target));
    const fresh = exported.filter(({ target }) => !shown.has(target));
    const again = exported.filter(({ target }) => shown.has(target));
    const others = referencedSymbols(program.getTypeChecker(), known, own).filter((symbol) => !shown.has(symbol));
    for (const symbol of [...known, ...others]) if (!shown.has(symbol)) shown.set(symbol, specifier);
    const parts = [`## \`${specifier}\``];
    if (again.length > 0) parts.push(codeBlock([renderAgain(again, shown)]));
    if (fresh.length > 0)
      parts.push(codeBlock(fresh.map(({ name: exportName, target }) => renderSymbol(target, exportName))));
    if (others.length > 0)
      parts.push(
        'Declarations that these refer to and the module does not export:',
        codeBlock(others.map((symbol) => renderSymbol(symbol, symbol.name)).toSorted()),
      );
    return parts.join('\n\n');
  });
  return `${[
    `# API of ${name}`,
    '`npm run api-report` writes this file. A review sees in it what changes for the users of the package.',
    ...sections,
  ].join('\n\n')}\n`;
}

/**
 * What a module exports, sorted by name; `target` is the symbol that an alias refers to.
 * @param {ts.Program} program
 * @param {string} file
 */
export function exportsOf(program, file) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error(`${file} is missing: build the packages first.`);
  return checker
    .getExportsOfModule(checker.getSymbolAtLocation(source))
    .map((symbol) => ({
      name: symbol.name,
      target: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    }))
    .toSorted((first, second) => compare(first.name, second.name));
}

/** Symbols that the declarations of `known` mention, directly or through others, and that the package's own files declare at their top. */
function referencedSymbols(checker, known, own) {
  const found = new Set();
  const queue = [...known];
  const visit = (node) => {
    if (ts.isIdentifier(node)) {
      const symbol = targetOf(checker, node);
      if (symbol !== undefined && !known.has(symbol) && !found.has(symbol) && isOwn(symbol, own)) {
        found.add(symbol);
        queue.push(symbol);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (let symbol = queue.shift(); symbol !== undefined; symbol = queue.shift())
    for (const declaration of symbol.declarations ?? []) ts.forEachChild(declaration, visit);
  return [...found];
}

function targetOf(checker, node) {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isOwn(symbol, own) {
  return (symbol.declarations ?? []).some(
    (declaration) =>
      declaration.getSourceFile().fileName.startsWith(own.replaceAll(sep, '/')) &&
      statementOf(declaration) !== undefined,
  );
}

/** The statement of a module that declares it; `undefined` for members, parameters and the like. */
function statementOf(declaration) {
  if (ts.isSourceFile(declaration)) return undefined;
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return ts.isSourceFile(statement.parent) ? statement : undefined;
}

/** Exports that an earlier section shows. */
function renderAgain(exported, shown) {
  return exported.map(({ name, target }) => `export { ${name} } from '${shown.get(target)}'`).join('\n');
}

/** All declarations of a symbol, such as a schema and the overloads of a function. */
function renderSymbol(symbol, exportName) {
  const texts = (symbol.declarations ?? []).map((declaration) => {
    const statement = statementOf(declaration);
    if (statement === undefined) return `${exportName}`;
    return print(ts.isVariableStatement(statement) ? withOnly(statement, declaration) : withoutPrivate(statement));
  });
  const declared = symbol.name === exportName ? '' : `// exported as ${exportName}\n`;
  return `${declared}${texts.map(withoutModifiers).join('\n')}`;
}

/** A variable statement can declare several; the report shows each by itself. */
function withOnly(statement, declaration) {
  return ts.factory.updateVariableStatement(
    statement,
    statement.modifiers,
    ts.factory.createVariableDeclarationList([declaration], statement.declarationList.flags),
  );
}

/** Private members are no part of what users see. */
function withoutPrivate(statement) {
  if (!ts.isClassDeclaration(statement)) return statement;
  const members = statement.members.filter(
    (member) =>
      !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) &&
      !(member.name !== undefined && ts.isPrivateIdentifier(member.name)),
  );
  const { modifiers, name, typeParameters, heritageClauses } = statement;
  return ts.factory.updateClassDeclaration(statement, modifiers, name, typeParameters, heritageClauses, members);
}

function print(statement) {
  return printer.printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile());
}

function withoutModifiers(text) {
  return text.replace(/^(?:export )?(?:declare )?/, '');
}

function codeBlock(lines) {
  return ['```ts', lines.join('\n\n'), '```'].join('\n');
}

function compare(first, second) {
  return first < second ? -1 : Number(first > second);
}
