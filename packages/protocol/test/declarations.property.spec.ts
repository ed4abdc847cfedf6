// What TypeScript users get: the declaration files that the build writes. TypeScript repeats a type without a name wherever
// it is used and drops the comments of its members, so shapes have names (CONTRIBUTING.md).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const src = fileURLToPath(new URL('../src/', import.meta.url));
const sources = filesOf(src).map((file) => file.slice(0, -'.ts'.length));
const declarations = sources.map((name) => ({ name, text: readFileSync(join(dist, `${name}.d.ts`), 'utf8') }));

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
}

/** The comments on members of object literals, which explain the fields. */
function fieldComments(name: string): string[] {
  const path = join(src, `${name}.ts`);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const property =
      ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isSpreadAssignment(node);
    if (property) found.push(...ts.getJSDocCommentsAndTags(node).map((comment) => comment.getText()));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function entryNames(entry: string): Set<string> {
  const names = new Set<string>();
  const visit = (file: string): void => {
    const text = declarations.find(({ name }) => name === file)?.text ?? '';
    for (const [, list = ''] of text.matchAll(/export (?:type )?\{([^}]*)\}/g)) {
      for (const each of list.split(',')) names.add(each.replace(/\btype\b/, '').trim());
    }
    for (const [, star = ''] of text.matchAll(/export type \* from '\.\/([^']+)\.js'/g)) visit(star);
  };
  visit(entry);
  return names;
}

const entries = ['messages', 'responses'].map((entry) => join(dist, `${entry}.d.ts`));
const program = ts.createProgram(entries, {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  strict: true,
  skipLibCheck: true,
  types: [],
});

/** The fields of a type as users of the package see it, with the text that an editor shows for them. */
function fieldsOf(entry: string, type: string): { name: string; meaning: string; shown: string }[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(dist, `${entry}.d.ts`));
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const exported = module === undefined ? [] : checker.getExportsOfModule(module);
  const symbol = exported.find(({ name }) => name === type);
  if (symbol === undefined) throw new Error(`${entry} has no type ${type}`);
  return checker
    .getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol))
    .getProperties()
    .map((field) => ({
      name: field.name,
      meaning: ts.displayPartsToString(field.getDocumentationComment(checker)),
      shown: checker.typeToString(checker.getTypeOfSymbol(field)),
    }));
}

/** Members whose name and type are self-explanatory. */
const selfExplaining = new Set(['id', 'object', 'role', 'type']);

describe('the declaration files', () => {
  it('are small: a type check of a program that imports them costs seconds and not minutes', () => {
    const large = declarations.filter(({ text }) => text.length > 64 * 1024);
    expect(large.map(({ name, text }) => `${name}: ${text.length}`)).toEqual([]);
  });

  it('carry the comment of every field', () => {
    // A declaration file indents the lines of a comment as its members, not as the source.
    const withoutIndent = (text: string): string => text.replace(/\n\s*/g, '\n');
    const lost = declarations.flatMap(({ name, text }) =>
      fieldComments(name)
        .filter((comment) => !withoutIndent(text).includes(withoutIndent(comment)))
        .map((comment) => `${name}: ${comment}`),
    );
    expect(lost).toEqual([]);
  });

  it.each([
    ['messages', 'MessageCreateParams'],
    ['messages', 'MessageCountTokensParams'],
    ['responses', 'ResponseCreateParams'],
    ['responses', 'ResponseCreateFrame'],
    ['responses', 'ResponseRetrieveParams'],
    ['responses', 'ResponseCompactParams'],
    ['responses', 'InputTokenCountParams'],
    ['responses', 'ListParams'],
    ['messages', 'Message'],
    ['messages', 'Usage'],
    ['messages', 'MessageBatch'],
    ['messages', 'TextBlockParam'],
    ['messages', 'ThinkingBlockParam'],
    ['messages', 'ToolUseBlockParam'],
    ['messages', 'ToolResultBlockParam'],
    ['messages', 'Tool'],
    ['messages', 'CitationCharLocation'],
    ['messages', 'ContentBlockStartEvent'],
    ['messages', 'MessageDeltaEvent'],
    ['messages', 'MessageDeltaUsage'],
    ['messages', 'MessageTokensCount'],
    ['messages', 'BatchRequest'],
    ['responses', 'Response'],
    ['responses', 'InputOutputUsage'],
    ['responses', 'CompactedResponse'],
    ['responses', 'Conversation'],
    ['responses', 'Model'],
    ['responses', 'ResponseFunctionToolCall'],
  ])('of %s document each field of %s in an editor', (entry, type) => {
    const silent = fieldsOf(entry, type).filter(({ name, meaning }) => !selfExplaining.has(name) && meaning === '');
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['messages', 'Message', 'content', 'ContentBlock[]'],
    ['responses', 'Response', 'output', 'ResponseOutputItem[]'],
    ['responses', 'Response', 'tools', 'Tool[]'],
    ['responses', 'ResponseItemList', 'data', 'ResponseItem[]'],
    ['responses', 'ConversationItemList', 'data', 'ConversationItem[]'],
    ['responses', 'ResponseOutputMessage', 'content', 'ResponseOutputContent[]'],
    ['responses', 'ResponseOutputText', 'annotations', 'Annotation[]'],
  ])('of %s call the members of %s.%s by their name', (entry, type, field, shown) => {
    expect(fieldsOf(entry, type).find(({ name }) => name === field)?.shown).toBe(shown);
  });

  it.each(['messages', 'responses'])(
    'use no name that %s or schema does not export, so that derived schemas can be declared',
    (entry) => {
      const known = new Set([...entryNames(entry), ...entryNames('schema')]);
      const declared = declarations
        .filter(({ name }) => name.startsWith(`${entry}/`))
        .flatMap(({ name, text }) =>
          [...text.matchAll(/import\("\.[^"]*"\)\.(\w+)/g)].map(([, type = '']) => `${name}: ${type}`),
        );
      expect([...new Set(declared)].filter((each) => !known.has(each.split(': ')[1] ?? ''))).toEqual([]);
    },
  );
});
