import {
  emptyUsage,
  type GenerationRequest,
  type LanguageModel,
  type Message,
  type Part,
  type ToolCallPart,
} from '@org/engine';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';

/**
 * Creates a model that executes `call NAME {...}` and returns the result. Each step costs 10 input and 5 output
 * tokens.
 */
export function callingModel(): LanguageModel & { readonly requests: readonly GenerationRequest[] } {
  const requests: GenerationRequest[] = [];
  const languageModel = createScriptedModel({
    id: 'm',
    script(request) {
      requests.push(request);
      const calls = wantedCalls(request);
      const parts = calls.length > 0 ? ['On it. ', ...calls] : [`Heard: ${textOf(request.messages.at(-1))}`];
      return [
        ...replay(
          buildResult(parts, {
            model: 'm',
            usage: { ...emptyUsage, inputTokens: 10, outputTokens: 5 },
            finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop' },
          }),
          4,
        ),
      ];
    },
  });
  return { ...languageModel, requests, countTokens: async ({ tools }) => ({ inputTokens: tools.length }) };
}

function wantedCalls({ messages, tools }: GenerationRequest): readonly ToolCallPart[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [];
  return [...textOf(last).matchAll(/call (\w+) (\{.*?\})/g)].flatMap(
    ([, name = '', argumentsText = ''], at): ToolCallPart[] => {
      const tool = tools.find((one) => one.kind === 'function' && one.name === name);
      if (tool?.kind !== 'function') return [];
      return [
        {
          type: 'tool-call',
          callId: `call_${messages.length}_${at}`,
          name,
          kind: 'function',
          argumentsText,
          ...(tool.namespace !== undefined && { namespace: tool.namespace }),
        },
      ];
    },
  );
}

function textOf(message: Message | undefined): string {
  const parts =
    message?.parts.flatMap((part): readonly Part[] => (part.type === 'tool-result' ? part.content : [part])) ?? [];
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
