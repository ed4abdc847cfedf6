// The request as every response repeats it: effective values, all keys, no secrets.
import type { Sampling } from '@org/engine';
import type { Response, ResponseCreateParams } from '@org/protocol/responses';
import { echoTool } from './echo-tool.js';

/** The keys of a response that the request alone decides. */
export type RequestEcho = Pick<
  Response,
  | 'instructions'
  | 'previous_response_id'
  | 'tools'
  | 'tool_choice'
  | 'parallel_tool_calls'
  | 'temperature'
  | 'top_p'
  | 'presence_penalty'
  | 'frequency_penalty'
  | 'top_logprobs'
  | 'text'
  | 'reasoning'
  | 'truncation'
  | 'max_output_tokens'
  | 'max_tool_calls'
  | 'store'
  | 'background'
  | 'service_tier'
  | 'metadata'
  | 'safety_identifier'
  | 'prompt_cache_key'
  | 'access_programs'
  | 'conversation'
  | 'prompt_cache_retention'
  | 'user'
>;

/**
 * Created once per response, because every lifecycle event contains it. Fields that neither client nor upstream set
 * have their defaults.
 */
export function echoRequest(request: ResponseCreateParams): RequestEcho {
  const { conversation, user, prompt_cache_retention: retention } = request;
  return {
    instructions: request.instructions ?? null,
    previous_response_id: request.previous_response_id ?? null,
    tools: (request.tools ?? []).map(echoTool),
    tool_choice: request.tool_choice ?? 'auto',
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    temperature: request.temperature ?? 1,
    top_p: request.top_p ?? 1,
    presence_penalty: request.presence_penalty ?? 0,
    frequency_penalty: request.frequency_penalty ?? 0,
    top_logprobs: request.top_logprobs ?? 0,
    text: echoText(request.text),
    reasoning: echoReasoning(request.reasoning),
    truncation: request.truncation ?? 'disabled',
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    store: request.store ?? true,
    background: request.background ?? false,
    service_tier: 'default',
    metadata: request.metadata ?? {},
    safety_identifier: request.safety_identifier ?? null,
    prompt_cache_key: request.prompt_cache_key ?? null,
    // None applies here; the official types require the key. An upstream's value replaces it.
    access_programs: null,
    ...(conversation !== undefined && conversation !== null && { conversation: conversationOf(conversation) }),
    ...(typeof retention === 'string' && { prompt_cache_retention: retention }),
    ...(typeof user === 'string' && { user }),
  };
}

/** The echo of a request that was sampled in this way. */
export function asSampled(
  echo: RequestEcho,
  { temperature = 1, topP = 1, presencePenalty = 0, frequencyPenalty = 0, topLogprobs = 0 }: Sampling,
): RequestEcho {
  return {
    ...echo,
    temperature,
    top_p: topP,
    presence_penalty: presencePenalty,
    frequency_penalty: frequencyPenalty,
    top_logprobs: topLogprobs,
  };
}

/** Leaves out `verbosity` unless it was set: some clients reject null. */
function echoText(text: ResponseCreateParams['text']): Response['text'] {
  const verbosity = text?.verbosity;
  return { format: text?.format ?? { type: 'text' }, ...(typeof verbosity === 'string' && { verbosity }) };
}

function echoReasoning(reasoning: ResponseCreateParams['reasoning']): Response['reasoning'] {
  if (reasoning === undefined || reasoning === null) return null;
  return { ...reasoning, effort: reasoning.effort ?? null, summary: reasoning.summary ?? null };
}

function conversationOf(conversation: string | { readonly id: string }): { id: string } {
  return { id: typeof conversation === 'string' ? conversation : conversation.id };
}
