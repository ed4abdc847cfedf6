// What a model of another dialect sees of an item without a neutral meaning.
import { isObject, type JsonObject, type JsonValue, memberOf } from '@org/engine';

/** The item as text; undefined when it holds nothing for a model. */
export function opaqueText(item: JsonObject): string | undefined {
  switch (item['type']) {
    case 'mcp_call':
      return lines(
        `Called ${text(item['server_label'])}.${text(item['name'])} with ${text(item['arguments'])}`,
        text(item['output']),
      );
    case 'code_interpreter_call':
      return lines('Ran code:', text(item['code']), ...logsOf(item['outputs']));
    case 'file_search_call':
      return lines(`Searched files for: ${texts(item['queries']).join('; ')}`, ...foundIn(item['results']));
    case 'web_search_call':
      return searched(item['action']);
    case 'program':
      return lines('Ran a program:', text(item['code']));
    case 'program_output':
      return lines('The program gave:', text(item['result']));
    case 'agent_message':
      return agentText(item['content']);
    default:
      return undefined;
  }
}

/** Describes a web search. One without reported details yields nothing. */
function searched(action: JsonValue | undefined): string | undefined {
  const url = text(memberOf(action, 'url'));
  switch (memberOf(action, 'type')) {
    case 'open_page':
      return url === '' ? 'Opened a page.' : `Opened the page ${url}`;
    case 'find_in_page':
      return `Looked for ${JSON.stringify(text(memberOf(action, 'pattern')))} in the page ${url}`;
    default: {
      const queries = texts(memberOf(action, 'queries')).filter((query) => query !== '');
      const searchedFor = queries.length > 0 ? queries.join('; ') : text(memberOf(action, 'query'));
      return searchedFor === '' ? undefined : `Searched the web for: ${searchedFor}`;
    }
  }
}

/**
 * A message from another of the client's agents. Nothing is encrypted here: Codex sends the text of the model that
 * wrote it under that name.
 */
function agentText(content: JsonValue | undefined): string | undefined {
  const joined = objects(content)
    .map((part) => text(part['text']) + text(part['encrypted_content']))
    .join('');
  return joined === '' ? undefined : joined;
}

function logsOf(outputs: JsonValue | undefined): string[] {
  return objects(outputs).map((output) => text(output['logs']));
}

function foundIn(results: JsonValue | undefined): string[] {
  return objects(results).map((result) => lines(text(result['filename']), text(result['text'])));
}

function lines(...all: string[]): string {
  return all.filter((line) => line !== '').join('\n');
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
