import type { GenerationRequest, Part } from '@org/engine';
import { withTarget } from '../attempt.js';
import { knownTools, knownToolsWithout, toolKindPatterns } from '../known-tools.js';
import { namedToolTypes, rejectedToolTypes } from '../rejected-tool-types.js';
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
    servers: [
      'Meta',
      'vLLM',
      'SGLang',
      'llama.cpp',
      'Ollama',
      'LM Studio',
      'OpenRouter',
      'pydantic',
      'serde',
      'gateways',
    ],
    rejects: 'custom tools, namespaces and hosted tools of the responses API',
    fallback: 'sends them as functions, and omits those that the upstream would have to run',
    match: [{ status: [400, 404, 422], at: /^tools\./ }, { text: toolKindPatterns }],
    cache: 'request-form',
    applies: ({ payload: { isPassthrough, api } }) => isPassthrough && api.traits.toolForms,
    patch: (attempt, { text, at }) => {
      const before = attempt.target.tools;
      const pointed = rejectedToolTypes(attempt.payload.body, at, text);
      const tools = pointed.length === 0 ? knownTools(text, before) : knownToolsWithout(pointed, before);
      return tools === before ? undefined : withTarget(attempt, { tools });
    },
  },
  {
    id: 'hosted-tool-unsupported',
    servers: ['Anthropic', 'Bedrock', 'vLLM', 'pydantic', 'gateways'],
    rejects: 'tools of the messages API that the vendor defines, such as web search',
    fallback: 'omits those that the upstream would have to run, and sends the others as functions',
    match: [
      { status: [400, 404, 422], at: /^tools\./ },
      { status: [400, 404, 422], text: /tool|_\d{8}\b/i },
    ],
    cache: 'request-form',
    applies: ({ payload: { isPassthrough, api } }) => isPassthrough && !api.traits.toolForms,
    patch: (attempt, { text, at }) => {
      const { target, payload, request } = attempt;
      const types = [...new Set([...rejectedToolTypes(payload.body, at, text), ...namedToolTypes(payload.body, text)])];
      const omittable = types.filter((type) => !target.omittedTools.includes(type) && !isForced(request, type));
      return omittable.length === 0
        ? undefined
        : withTarget(attempt, { omittedTools: [...target.omittedTools, ...omittable] });
    },
  },
];

/** Whether the request makes no sense without the tools of that type. */
function isForced({ tools, toolChoice }: GenerationRequest, type: string): boolean {
  return tools.some(
    (tool) =>
      tool.kind === 'hosted' &&
      tool.apiType === type &&
      (tool.neededAt !== undefined || (toolChoice.type === 'tool' && toolChoice.name === tool.name)),
  );
}

function isResultWithMedia(part: Part): boolean {
  return part.type === 'tool-result' && part.content.some(({ type }) => type === 'media');
}
