import type { Part } from '@org/engine';
import { withTarget } from '../attempt.js';
import { knownTools, toolKindPatterns } from '../known-tools.js';
import type { ApiRule, ChatRule } from '../targets.js';

export const chatToolRules: readonly ChatRule[] = [
  {
    id: 'calls-without-tools',
    servers: ['Anthropic', 'Bedrock', 'LiteLLM'],
    rejects: 'tool calls in the conversation of a request that offers no tools',
    fallback: 'sends the calls and their results as text',
    match: {
      text: /toolConfig field must be defined|tool calling without `?tools=|expects the `?tools=`? param|must define tools/i,
    },
    cache: 'request-form',
    applies: ({ target, payload: { body } }) => target.allowsCallsWithoutTools && body['tools'] === undefined,
    patch: (attempt) => withTarget(attempt, { allowsCallsWithoutTools: false }),
  },
];

export const apiToolRules: readonly ApiRule[] = [
  {
    id: 'tool-result-media-unsupported',
    servers: ['llama.cpp'],
    rejects: 'images and files in a tool result',
    fallback: 'sends them in a user message after the tool results',
    match: { text: /output of tool call should be \W?input text/i },
    cache: 'request-form',
    applies: ({ target, request }) =>
      target.mediaInResults && request.messages.some(({ parts }) => parts.some(isResultWithMedia)),
    patch: (attempt) => withTarget(attempt, { mediaInResults: false }),
  },
  {
    id: 'tool-type-unsupported',
    servers: ['Meta', 'vLLM', 'SGLang', 'llama.cpp', 'Ollama', 'LM Studio', 'pydantic', 'serde'],
    rejects: 'custom tools, namespaces and hosted tools of the responses API',
    fallback: 'sends them as functions, and omits those that the upstream would have to run',
    match: { text: toolKindPatterns },
    cache: 'request-form',
    applies: ({ payload: { isPassthrough, api } }) => isPassthrough && api.traits.toolForms,
    patch: (attempt, { text }) => {
      const tools = knownTools(text, attempt.target.tools);
      return tools === attempt.target.tools ? undefined : withTarget(attempt, { tools });
    },
  },
];

function isResultWithMedia(part: Part): boolean {
  return part.type === 'tool-result' && part.content.some(({ type }) => type === 'media');
}
