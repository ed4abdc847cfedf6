import {
  accumulateResponse,
  createResponseAccumulation,
  type AccumulatedResponse,
  type ResponseAccumulation,
} from '@org/protocol/responses/client';
import { failureOfEvent } from '../../api/failure.js';
import { itemsOf, membersOf, stringOf } from '../../api/read-json.js';
import type { StreamEvent } from '../../api/stream-turn.js';
import { hostedToolOfItem, readAnnotations } from '../hosted/hosted-items.js';
import { asText, emptyOutput, textOf, type Output, type OutputPart, type OutputReader, type Usage } from '../output.js';
import { outputOf, type Turn } from '../turn.js';
import type { ChatDialect, ChatSettings } from './dialect.js';

type ResponseEvent = Parameters<typeof accumulateResponse>[1];

/** `POST /v1/responses`. The service stores the conversation, and a request names the response that it continues. */
export const responsesDialect: ChatDialect = {
  name: 'responses',
  label: 'Responses',
  createRequest: (prompt, earlier, settings) => ({
    method: 'POST',
    path: '/v1/responses',
    headers: {},
    body: {
      model: settings.model,
      max_output_tokens: settings.maxTokens,
      ...(settings.instructions === '' ? {} : { instructions: settings.instructions }),
      ...reasoningFields(settings),
      ...(settings.allowsTools ? {} : { tool_choice: 'none' }),
      ...inputFields(prompt, earlier),
      ...includeFields(settings.extra),
      ...settings.extra,
      stream: true,
    },
  }),
  createReader: () => readerOf(createResponseAccumulation(), emptyOutput),
};

function reasoningFields({ effort }: ChatSettings): Readonly<Record<string, unknown>> {
  if (effort === 'default') return {};
  return { reasoning: effort === 'none' ? { effort } : { effort, summary: 'auto' } };
}

/** The results of hosted tools, which the service sends only on request. */
const results: Readonly<Record<string, string>> = {
  web_search: 'web_search_call.action.sources',
  file_search: 'file_search_call.results',
  code_interpreter: 'code_interpreter_call.outputs',
};

/** Asks for the results of the hosted tools in the fields of the user, so that the page can show them. */
function includeFields({ tools }: ChatSettings['extra']): Readonly<Record<string, unknown>> {
  const types = itemsOf(tools).map((tool) => stringOf(membersOf(tool)['type']) ?? '');
  const include = Object.entries(results).flatMap(([type, result]) => (types.includes(type) ? [result] : []));
  return include.length === 0 ? {} : { include };
}

/** A conversation of this dialect alone continues by id. One with turns of another dialect sends the texts. */
function inputFields(prompt: string, earlier: readonly Turn[]): Readonly<Record<string, unknown>> {
  const last = earlier.at(-1);
  if (last === undefined) return { input: prompt };
  const isStored = earlier.every((turn) => turn.dialect === 'responses' && turn.status === 'completed');
  if (isStored) return { previous_response_id: outputOf(last).id, input: prompt };
  return { input: [...earlier.flatMap(inputItemsOf), { role: 'user', content: prompt }] };
}

function inputItemsOf(turn: Turn): readonly unknown[] {
  const text = textOf(outputOf(turn));
  if (text === '') return [];
  return [
    { role: 'user', content: turn.prompt },
    { role: 'assistant', content: text },
  ];
}

function readerOf(state: ResponseAccumulation, output: Output): OutputReader {
  return {
    output,
    next(event) {
      if (event.type === 'error') return readerOf(state, { ...output, failure: failureOfEvent(event, undefined) });
      const next = accumulateResponse(state, asResponseEvent(event));
      return readerOf(next, next === state ? output : outputOfState(next));
    },
  };
}

/** The accumulator takes the events of any server, and ignores those that it does not know. */
function asResponseEvent(event: StreamEvent): ResponseEvent {
  return event as unknown as ResponseEvent;
}

function outputOfState({ response, complete }: ResponseAccumulation): Output {
  if (response === undefined) return emptyOutput;
  const { status, error } = response;
  return {
    id: response.id,
    parts: response.output.flatMap(partsOf),
    usage: usageOf(response),
    finish: response.incomplete_details?.reason ?? status ?? undefined,
    isComplete: complete,
    failure: status === 'failed' ? failureOfEvent({ error: error ?? {} }, undefined) : undefined,
    content: response.output,
  };
}

function partsOf(item: unknown): readonly OutputPart[] {
  const { type, content, summary, name, arguments: args, input, output, error } = membersOf(item);
  switch (type) {
    case 'message':
      return itemsOf(content).map(contentPartOf);
    case 'reasoning': {
      const texts = [...itemsOf(summary), ...itemsOf(content)].map((part) => stringOf(membersOf(part)['text']) ?? '');
      return [{ kind: 'reasoning', text: texts.join('\n\n') }];
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'mcp_call': {
      const result = output ?? error ?? undefined;
      return [
        {
          kind: 'tool-call',
          name: stringOf(name) ?? '',
          input: asText(args ?? input ?? ''),
          result: result === undefined ? undefined : asText(result),
        },
      ];
    }
    default:
      return [hostedToolOfItem(item) ?? { kind: 'other', type: stringOf(type) ?? 'item', json: asText(item) }];
  }
}

function contentPartOf(part: unknown): OutputPart {
  const { type, text, refusal, annotations } = membersOf(part);
  if (type === 'output_text') {
    const { sources, files } = readAnnotations(annotations);
    return {
      kind: 'text',
      text: stringOf(text) ?? '',
      ...(sources.length > 0 && { sources }),
      ...(files.length > 0 && { files }),
    };
  }
  if (type === 'refusal') return { kind: 'refusal', text: stringOf(refusal) ?? '' };
  return { kind: 'other', type: stringOf(type) ?? 'content', json: asText(part) };
}

function usageOf({ usage }: AccumulatedResponse): Usage | undefined {
  if (usage == null) return undefined;
  return {
    input: usage.input_tokens ?? 0,
    output: usage.output_tokens ?? 0,
    cached: usage.input_tokens_details?.cached_tokens ?? undefined,
    reasoning: usage.output_tokens_details?.reasoning_tokens ?? undefined,
  };
}
