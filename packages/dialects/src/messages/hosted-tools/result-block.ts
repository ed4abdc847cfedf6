// Result blocks of hosted tools that the service ran.
import {
  type CodeResult,
  type HostedToolErrorCode,
  type HostedToolResult,
  type JsonObject,
  type ServerCall,
  type ServerCallOutcome,
  textOf,
  type WebFetchResult,
} from '@org/engine';
import { outcomeTexts } from '../../shared/outcome-texts.js';
import { serverCallInput } from '../server-call-input.js';
import { type ApiTool, apiToolOf } from './api-tool.js';
import { errorCodeOf } from './error-code.js';
import { encryptHits, type HitSigner } from './encrypted-hits.js';

/** The model itself calls the tool: no code that it wrote does. */
export const directCaller: JsonObject = { type: 'direct' };

/** The result block of a call, complete. */
export function resultBlock(call: ServerCall, outcome: ServerCallOutcome, signer: HitSigner): JsonObject {
  const tool = apiToolOf(call);
  return {
    type: `${tool}_tool_result`,
    tool_use_id: call.callId,
    ...(isWebTool(tool) && { caller: directCaller }),
    content: contentOf(tool, call, outcome, signer),
  };
}

function isWebTool(tool: ApiTool): boolean {
  return tool === 'web_search' || tool === 'web_fetch';
}

function contentOf(
  tool: ApiTool,
  call: ServerCall,
  outcome: ServerCallOutcome,
  signer: HitSigner,
): JsonObject | readonly JsonObject[] {
  const { hosted } = outcome;
  if (hosted?.type === 'failed') return errorContent(tool, hosted.code, outcome);
  // The block of an error cannot carry the output. The model reads the output in this turn alone.
  if (hosted?.type === 'code' && hosted.endedBy !== undefined) return errorContent(tool, hosted.endedBy, outcome);
  return (
    (hosted && successContent(tool, call, { ...outcome, hosted }, signer)) ?? errorContent(tool, 'unavailable', outcome)
  );
}

type Succeeded = ServerCallOutcome & { readonly hosted: HostedToolResult };

/** Undefined for a result that a block of this tool cannot show. */
function successContent(
  tool: ApiTool,
  call: ServerCall,
  outcome: Succeeded,
  signer: HitSigner,
): JsonObject | readonly JsonObject[] | undefined {
  const { hosted } = outcome;
  switch (hosted.type) {
    case 'web-search':
      return tool === 'web_search' ? encryptHits(signer, hosted.hits, outcomeTexts(outcome).join('\n')) : undefined;
    case 'web-fetch':
      return tool === 'web_fetch' ? fetchedPage(hosted) : undefined;
    case 'code':
      return tool === 'text_editor_code_execution' ? edited(call, hosted) : ran(tool, hosted);
    default:
      return undefined;
  }
}

function errorContent(tool: ApiTool, code: HostedToolErrorCode, outcome: ServerCallOutcome): JsonObject {
  return {
    type: `${tool}_tool_result_error`,
    error_code: errorCodeOf(tool, code),
    // The only tool whose error has a text.
    ...(tool === 'text_editor_code_execution' && { error_message: outcomeTexts(outcome).join('\n') }),
  };
}

function fetchedPage({ url, title, retrievedAt, document, citations }: WebFetchResult): JsonObject {
  return {
    type: 'web_fetch_result',
    url,
    retrieved_at: new Date(retrievedAt * 1000).toISOString(),
    content: {
      type: 'document',
      source:
        document.type === 'text'
          ? { type: 'text', media_type: 'text/plain', data: document.text }
          : { type: 'base64', media_type: 'application/pdf', data: document.base64 },
      title: title ?? null,
      citations: { enabled: citations },
    },
  };
}

/** The output of Python or of a command, and the files that it left. */
function ran(tool: ApiTool, { stdout, stderr, returnCode, files }: CodeResult): JsonObject | undefined {
  if (tool !== 'code_execution' && tool !== 'bash_code_execution') return undefined;
  return {
    type: `${tool}_result`,
    stdout,
    stderr,
    return_code: returnCode,
    content: files.map(({ fileId }) => ({ type: `${tool}_output`, file_id: fileId })),
  };
}

/** Members of the results of the editor, all of which some clients require. */
const editorResults: Readonly<Record<string, JsonObject>> = {
  view: { file_type: 'text', content: '', num_lines: null, start_line: null, total_lines: null },
  create: { is_file_update: false },
  str_replace: { lines: null, old_start: null, old_lines: null, new_start: null, new_lines: null },
};

/** What the editor showed or changed; its command decides the type. */
function edited(call: ServerCall, { edit }: CodeResult): JsonObject | undefined {
  const command = textOf(serverCallInput(call)['command']);
  const members = Object.hasOwn(editorResults, command) ? editorResults[command] : undefined;
  return edit === undefined || members === undefined
    ? undefined
    : { ...members, ...edit, type: `text_editor_code_execution_${command}_result` };
}
