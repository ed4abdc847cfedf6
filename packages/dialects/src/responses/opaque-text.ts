// What a model that does not speak this dialect is shown of an item without neutral meaning.
import type { JsonObject, JsonValue } from '@org/engine/model/json';
import { isJsonObject, memberOf } from '../shared/json-of.js';

/** The item in words; undefined when it holds nothing for a model. */
export function opaqueText(item: JsonObject): string | undefined {
  switch (item['type']) {
    case 'mcp_call':
      return lines(`Called ${text(item['server_label'])}.${text(item['name'])} with ${text(item['arguments'])}`, text(item['output']));
    case 'code_interpreter_call':
      return lines('Ran code:', text(item['code']), ...logsOf(item['outputs']));
    case 'shell_call':
      return lines('Ran commands:', ...texts(memberOf(item['action'], 'commands')));
    case 'shell_call_output':
      return lines('Output of the commands:', ...streamsOf(item['output']));
    case 'local_shell_call':
      return lines('Ran a command:', texts(memberOf(item['action'], 'command')).join(' '));
    case 'local_shell_call_output':
      return lines('Output of the command:', text(item['output']));
    case 'apply_patch_call':
      return lines(`Changed ${text(memberOf(item['operation'], 'path'))}:`, text(memberOf(item['operation'], 'diff')));
    case 'apply_patch_call_output':
      return lines(`The change ${item['status'] === 'failed' ? 'failed' : 'was made'}.`, text(item['output']));
    case 'file_search_call':
      return lines(`Searched files for: ${texts(item['queries']).join('; ')}`, ...foundIn(item['results']));
    case 'web_search_call':
      return searched(item['action']);
    default:
      return undefined;
  }
}

/** What a web search did. One that nothing is told of says nothing. */
function searched(action: JsonValue | undefined): string | undefined {
  const url = text(memberOf(action, 'url'));
  switch (memberOf(action, 'type')) {
    case 'open_page':
      return url === '' ? 'Opened a page.' : `Opened the page ${url}`;
    case 'find_in_page':
      return `Looked for ${JSON.stringify(text(memberOf(action, 'pattern')))} in the page ${url}`;
    default: {
      const several = texts(memberOf(action, 'queries')).filter((query) => query !== '');
      const queries = several.length > 0 ? several.join('; ') : text(memberOf(action, 'query'));
      return queries === '' ? undefined : `Searched the web for: ${queries}`;
    }
  }
}

function logsOf(outputs: JsonValue | undefined): string[] {
  return objects(outputs).map((output) => text(output['logs']));
}

function streamsOf(outputs: JsonValue | undefined): string[] {
  return objects(outputs).flatMap((output) => [text(output['stdout']), text(output['stderr'])]);
}

function foundIn(results: JsonValue | undefined): string[] {
  return objects(results).map((result) => lines(text(result['filename']), text(result['text'])));
}

function lines(...all: string[]): string {
  return all.filter((line) => line !== '').join('\n');
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
