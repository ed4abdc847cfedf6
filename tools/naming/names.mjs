// Collects the names that tools/test/naming.spec.mjs checks: files, exports, settings, log fields and headings.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * @typedef {object} Name
 * @property {string} file path from the root of the workspace
 * @property {string} name
 */

/** Tracked files and those that git does not ignore. */
export function listFiles(root) {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return output.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
}

/** Every file and folder below the root, by its base name. @returns {Name[]} */
export function fileNames(files) {
  const paths = new Set(
    files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))),
  );
  return [...paths].map((path) => ({ file: path, name: path.split('/').at(-1) }));
}

/** Every name that a module exports, and the members of its exported interfaces and classes. @returns {Name[]} */
export function exportedNames(root, files) {
  return sourcesOf(root, files).flatMap(({ file, source }) =>
    source.statements
      .filter(isExported)
      .flatMap((statement) => declaredNames(statement).map((name) => ({ file, name }))),
  );
}

/** Every property of the classes that describe environment variables and service.yaml. @returns {Name[]} */
export function settingNames(root, files) {
  const config = files.filter((file) => file.startsWith('apps/api/src/config/'));
  return sourcesOf(root, config).flatMap(({ file, source }) =>
    source.statements
      .filter(ts.isClassDeclaration)
      .flatMap(({ members }) => members.filter(ts.isPropertyDeclaration))
      .flatMap(({ name }) => (ts.isIdentifier(name) ? [{ file, name: name.text }] : [])),
  );
}

const logLevels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

/** Every key of an object that is passed to a logger, and the members of `...LogFields` types. @returns {Name[]} */
export function logFieldNames(root, files) {
  const names = [];
  for (const { file, source } of sourcesOf(root, files)) {
    const visit = (node) => {
      if (ts.isInterfaceDeclaration(node) && /(?:LogFields|Facts|Outcome)$/.test(node.name.text))
        names.push(...membersOf(node).map((name) => ({ file, name })));
      if (ts.isCallExpression(node) && isLogCall(node)) {
        const [fields] = node.arguments;
        if (fields !== undefined && ts.isObjectLiteralExpression(fields))
          names.push(...membersOf(fields, fields.properties).map((name) => ({ file, name })));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return names;
}

/** Every heading of the pages. @returns {Name[]} */
export function headings(root, files) {
  return files
    .filter((file) => file.endsWith('.md') && !file.startsWith('.changeset/'))
    .flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8')
          .replaceAll(/^```.*?^```/gms, '')
          .matchAll(/^#+ (.+)$/gm),
      ].map(([, name]) => ({
        file,
        name: name.replaceAll(/`[^`]*`/g, ''),
      })),
    );
}

function sourcesOf(root, files) {
  return files
    .filter((file) => /^(?:apps|packages)\/[^/]+\/src\/.*\.ts$/.test(file))
    .map((file) => ({
      file,
      source: ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true),
    }));
}

function isExported(statement) {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function declaredNames(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const own = statement.name === undefined ? [] : [statement.name.text];
  return ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)
    ? [...own, ...membersOf(statement)]
    : own;
}

function membersOf(node, members = node.members) {
  return members.flatMap(({ name }) => (name !== undefined && ts.isIdentifier(name) ? [name.text] : []));
}

function isLogCall({ expression }) {
  return (
    ts.isPropertyAccessExpression(expression) &&
    logLevels.has(expression.name.text) &&
    /(?:^|[.#])log(?:ger)?$/i.test(expression.expression.getText())
  );
}
