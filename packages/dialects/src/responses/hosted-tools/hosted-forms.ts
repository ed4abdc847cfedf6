// Items of this dialect that report what hosted tools did.
import {
  arrayOf,
  asText,
  type CallStage,
  type HostedToolKind,
  type JsonObject,
  type OpaquePart,
  type ServerCall,
  type ServerCallOutcome,
  type ServerToolForm,
  textOf,
} from '@org/engine';
import { argumentsObject } from '../../shared/arguments-object.js';
import { JsonMemberReader } from '../../shared/json-member-reader.js';
import { progressPart, toServiceItem } from '../service-item.js';
import { includeResult } from './include-result.js';

/** The forms of all kinds, for a response that includes `include`. */
export function hostedForms(include: readonly string[]): Readonly<Record<HostedToolKind, ServerToolForm>> {
  const web = form({ prefix: 'ws', stage: 'web_search_call', running: 'searching', itemOf: webSearchItem }, include);
  return {
    'web-search': web,
    'web-fetch': web,
    'file-search': form(
      { prefix: 'fs', stage: 'file_search_call', running: 'searching', itemOf: fileSearchItem },
      include,
    ),
    code: {
      ...form({ prefix: 'ci', stage: 'code_interpreter_call', running: 'interpreting', itemOf: codeItem }, include),
      ...writtenCode,
    },
  };
}

interface ItemKind {
  /** Of the item's id. */
  readonly prefix: string;
  /** The type of the item, and the name of its events. */
  readonly stage: string;
  /** The stage in which the tool runs. */
  readonly running: string;
  /** The members of the item, without its status. */
  itemOf(call: ServerCall): JsonObject;
}

/** How a call ended; `in_progress` while it has no outcome. */
function statusOf(outcome: ServerCallOutcome | undefined): 'in_progress' | 'completed' | 'failed' {
  if (outcome === undefined) return 'in_progress';
  const { hosted, failure } = outcome;
  const isEndedByLimit = hosted?.type === 'code' && hosted.endedBy !== undefined;
  return hosted?.type === 'failed' || isEndedByLimit || failure !== undefined ? 'failed' : 'completed';
}

function form({ prefix, stage, running, itemOf }: ItemKind, include: readonly string[]): ServerToolForm {
  const part = (call: ServerCall, outcome?: ServerCallOutcome): OpaquePart => {
    const item = { ...itemOf(call), status: statusOf(outcome) };
    return toServiceItem(outcome?.hosted === undefined ? item : includeResult(item, outcome.hosted, include), {
      type: 'call',
      call,
      ...(outcome !== undefined && { outcome }),
    });
  };
  return {
    callId: (ids) => ids.next(prefix),
    opened: (call) => part({ ...call, argumentsText: '' }),
    closed: part,
    progress: (reached) =>
      stagesOf(reached, running).map((name) => progressPart({ type: `response.${stage}.${name}` })),
  };
}

/** These items have no event for a failure: their status shows it. */
function stagesOf(reached: CallStage, running: string): readonly string[] {
  switch (reached.type) {
    case 'opened':
      return ['in_progress'];
    case 'running':
      return [running];
    case 'ended':
      return statusOf(reached.outcome) === 'completed' ? ['completed'] : [];
  }
}

function webSearchItem({ callId, name, argumentsText }: ServerCall): JsonObject {
  return { type: 'web_search_call', id: callId, action: actionOf(name, argumentsObject(argumentsText)) };
}

/** Clients know no other actions. */
function actionOf(name: string, args: JsonObject): JsonObject {
  const url = textOf(args['url']);
  if (name === 'find_in_page') return { type: 'find_in_page', url, pattern: textOf(args['pattern']) };
  if (name === 'open_page' || name === 'web_fetch') return { type: 'open_page', url };
  const queries = queriesOf(args);
  return { type: 'search', query: queries[0] ?? '', ...(queries.length > 0 && { queries }) };
}

function queriesOf({ query, queries }: JsonObject): string[] {
  const all = [query, ...arrayOf(queries)].flatMap((one) => asText(one) ?? []);
  return [...new Set(all)];
}

function fileSearchItem({ callId, argumentsText }: ServerCall): JsonObject {
  return {
    type: 'file_search_call',
    id: callId,
    queries: queriesOf(argumentsObject(argumentsText)),
    results: null,
  };
}

function codeItem({ callId, source, argumentsText }: ServerCall): JsonObject {
  return {
    type: 'code_interpreter_call',
    id: callId,
    code: textOf(argumentsObject(argumentsText)['code']),
    container_id: source.type === 'hosted' ? (source.containerId ?? '') : '',
    outputs: null,
  };
}

/** Clients see the code while the model writes it. */
const writtenCode: Pick<ServerToolForm, 'argumentsReader' | 'progress'> = {
  argumentsReader() {
    const reader = new JsonMemberReader('code');
    return (text) => {
      const delta = reader.push(text);
      return delta === '' ? [] : [progressPart({ type: 'response.code_interpreter_call_code.delta', delta })];
    };
  },
  progress(reached) {
    const code = textOf(argumentsObject(reached.call.argumentsText)['code']);
    return [
      ...(reached.type === 'running' ? [progressPart({ type: 'response.code_interpreter_call_code.done', code })] : []),
      ...stagesOf(reached, 'interpreting').map((name) =>
        progressPart({ type: `response.code_interpreter_call.${name}` }),
      ),
    ];
  },
};
