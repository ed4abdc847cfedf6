// What a model may see of a block without a neutral meaning.
import { isList, isObject, type JsonObject, type JsonValue, memberOf } from '@org/engine';

/** Text that represents the block, or `undefined` when it has no readable content. */
export function opaqueText(block: JsonObject): string | undefined {
  switch (block['type']) {
    case 'document':
      return titled(block['title'], block['context'], textOf(sourceContent(block['source'])));
    case 'search_result':
      return titled(block['title'], block['source'], textOf(block['content']));
    case 'tool_reference':
      return sentence(block['tool_name'], (name) => `The tool ${name} is available now.`);
    case 'tool_search_tool_result':
      return textOf(memberOf(block['content'], 'tool_references'));
    case 'web_search_result':
      return titled(block['title'], block['url']);
    case 'web_search_tool_result':
    case 'mcp_tool_result':
    case 'compaction':
      return textOf(block['content']);
    case 'web_fetch_tool_result':
      return textOf(memberOf(block['content'], 'content'));
    case 'code_execution_tool_result':
    case 'bash_code_execution_tool_result':
      return outputOf(block['content']);
    case 'text_editor_code_execution_tool_result':
      return textOf(memberOf(block['content'], 'content')) ?? linesOf(memberOf(block['content'], 'lines'));
    case 'advisor_tool_result':
      return textOf(memberOf(block['content'], 'text'));
    default:
      return undefined;
  }
}

function textOf(content: JsonValue | undefined): string | undefined {
  if (typeof content === 'string') return content === '' ? undefined : content;
  if (isList(content)) return join(content.map(textOf));
  if (!isObject(content)) return undefined;
  return content['type'] === 'text' ? textOf(content['text']) : opaqueText(content);
}

/** The output of code. A run without output is described by its end, unless only its provider can read the output. */
function outputOf(result: JsonValue | undefined): string | undefined {
  const code = memberOf(result, 'return_code');
  const hasEncryptedOutput = memberOf(result, 'encrypted_stdout') !== undefined;
  const made = memberOf(result, 'content');
  const files = isList(made)
    ? made.map((file) => sentence(memberOf(file, 'file_id'), (id) => `Made the file ${id}.`))
    : [];
  return (
    titled(memberOf(result, 'stdout'), memberOf(result, 'stderr'), ...files) ??
    (typeof code === 'number' && !hasEncryptedOutput ? `The code wrote nothing and ended with ${code}.` : undefined)
  );
}

/** The lines of a change, as a diff has them. */
function linesOf(lines: JsonValue | undefined): string | undefined {
  return isList(lines) ? titled(...lines) : undefined;
}

function sourceContent(source: JsonValue | undefined): JsonValue | undefined {
  return memberOf(source, 'content') ?? (memberOf(source, 'type') === 'text' ? memberOf(source, 'data') : undefined);
}

function titled(...lines: readonly (JsonValue | undefined)[]): string | undefined {
  return join(lines.map((line) => (typeof line === 'string' && line !== '' ? line : undefined)));
}

function join(lines: readonly (string | undefined)[]): string | undefined {
  const present = lines.filter((line) => line !== undefined);
  return present.length === 0 ? undefined : present.join('\n');
}

function sentence(value: JsonValue | undefined, make: (text: string) => string): string | undefined {
  return typeof value === 'string' ? make(value) : undefined;
}
