// The service's own error messages as the log may have them. They are written for the client and may quote its values.
import { type EngineError, type ErrorCode, unforeseenErrorMessage } from '@org/engine';
import { loggedPath } from './logged-path.js';

const maxLength = 300;

/** Words of the APIs that messages quote. Any other quoted text may be the client's. */
const apiWords: ReadonlySet<string> = new Set(
  [
    'input model messages system role tools tool_choice text image audio file document content instructions',
    'json_object json_schema input_text output_text image_url file_id file_data file_url url data',
    'server_url connector_id server_label mcp_servers background stream store previous_response_id conversation',
    'compaction_trigger compaction context_management thinking reasoning metadata tool_use tool_result max_tokens',
    'assistant user developer object none auto any required true false null __proto__',
    'web_search web_fetch file_search code_interpreter code_execution computer image_generation mcp mcp_toolset bash',
    'local_shell shell text_editor apply_patch tool_search memory function custom namespace',
  ].flatMap((line) => line.split(' ')),
);
/** A type of hosted tools with its version. */
const toolVersion = /_(?:preview|use|20\d{6}|tool|regex|bm25)/g;

/** Failures of upstreams, models and limits: text after a colon may come from a model's output. */
const upstreamCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'upstream-failed',
  'upstream-rejected',
  'timed-out',
  'overloaded',
  'rate-limited',
]);
/** Their messages hold only numbers and configured names, apart from quoted text. */
const completeCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['unknown-model', 'context-overflow', 'internal']);

/** A message that the client's name for a field opens, and the vendor's words for it. */
const opening = /^(?:The body is not valid JSON|[\w.[\]*$-]{1,200}|[A-Z][a-z]+(?: [a-z]+){0,2}(?: '[^']{0,200}')?): /;
/** Ids that the words of the vendors do not quote. */
const unquotedId = /\b(call_id|with id|output found for [a-z_ ]{1,40}) (?!')\S+?(?=[.,]?(?:\s|$))/g;

/** The error's message without values of the request, or `undefined` where it contains nothing but a general text. */
export function loggedReason({ code, message, param }: EngineError): string | undefined {
  if (message === unforeseenErrorMessage) return undefined;
  if (upstreamCodes.has(code)) return withoutQuotes(beforeColon(message)).slice(0, maxLength);
  const path = param === undefined || param === '' ? undefined : loggedPath(param);
  const named = path === undefined || path === param ? message : message.replaceAll(param ?? '', path);
  const text = withoutQuotes(named, path).replaceAll(unquotedId, '$1 "…"');
  return (completeCodes.has(code) ? text : beforeColon(text, opening.exec(text)?.[0].length)).slice(0, maxLength);
}

/** The text up to the first colon at or after `start`. */
function beforeColon(text: string, start = 0): string {
  const colon = text.indexOf(': ', start);
  return colon === -1 ? text : text.slice(0, colon);
}

/** `…` for each quoted text, except the path and words of the APIs. The schema writes what an input should be. */
function withoutQuotes(text: string, path?: string): string {
  const fromSchema = /(?:^|: )Input should be .*$/s.exec(text);
  const end = fromSchema?.index ?? text.length;
  return (
    text
      .slice(0, end)
      .replaceAll(/"(?:[^"\\]|\\.)*"|(?<!\w)'[^]*?'(?!\w)/g, (quoted) =>
        isKnown(quoted.slice(1, -1), path) ? quoted : `${quoted[0]}…${quoted[0]}`,
      ) + text.slice(end)
  );
}

function isKnown(text: string, path: string | undefined): boolean {
  return (
    apiWords.has(text) ||
    apiWords.has(text.replaceAll(toolVersion, '')) ||
    (path !== undefined &&
      (text === path || (text.startsWith(`${path}.`) && apiWords.has(text.slice(path.length + 1)))))
  );
}
