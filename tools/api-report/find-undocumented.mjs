// Finds exports of an entry point without a docstring.
import ts from 'typescript';
import { exportsOf } from './render-report.mjs';

/**
 * The exports without a docstring, sorted. The type of a schema (`Tool` of `toolSchema`) and the named shape of its fields
 * (`ToolShape`) have the docstring of the schema, which is written once.
 * @param {ts.Program} program
 * @param {string} file the declarations of an entry point
 * @returns {{ name: string, declaredIn: string }[]}
 */
export function findUndocumented(program, file) {
  const checker = program.getTypeChecker();
  return exportsOf(program, file)
    .filter(({ target }) => !isDocumented(checker, target))
    .map(({ name, target }) => ({ name, declaredIn: target.declarations?.[0]?.getSourceFile().fileName ?? file }));
}

function isDocumented(checker, symbol) {
  if (symbol === undefined) return false;
  if (ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() !== '') return true;
  const schemas = (symbol.declarations ?? []).filter(ts.isTypeAliasDeclaration).flatMap(schemaOf);
  return schemas.some((schema) => isDocumented(checker, targetOf(checker, schema)));
}

/** The names of the schemas that a type belongs to: the one that it is inferred from, and the one of its module with its name. */
function schemaOf({ name, type }) {
  if (ts.isTypeReferenceNode(type) && type.typeName.getText() === 'z.infer')
    return (type.typeArguments ?? []).filter(ts.isTypeQueryNode).map((query) => query.exprName);
  const schema = `${name.text.replace(/Shape$/, '')}Schema`.toLowerCase();
  return name
    .getSourceFile()
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations.map((declaration) => declaration.name))
    .filter((declared) => declared.getText().toLowerCase() === schema);
}

function targetOf(checker, node) {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
