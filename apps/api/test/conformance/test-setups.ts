// The service with a scripted model: once in process, and once over the API of vLLM, SGLang and the hosted providers,
// with an upstream that rejects what strict engines reject.
import type { GenerationEvent, GenerationRequest, LanguageModel, Part } from '@org/engine';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';
import { createAiSdkModel, createChatCompletionsModel } from '@org/providers';
import { startScriptedUpstream, type UpstreamCall } from '@org/providers/testing';
import { startTestService, type TestService } from '../kit/start-service.js';
import { act } from './act.js';
import { observeModelRequest, observeUpstreamRequest, type ObservedRequest } from './observed-request.js';

export interface TestSetup {
  readonly service: TestService;
  /** Requests that the model received, oldest first. */
  readonly observedRequests: readonly ObservedRequest[];
  close(): Promise<void>;
}

export interface TestSetupKind {
  readonly name: string;
  /**
   * Whether the model supports system messages within a conversation. Without support, those after tool results are
   * appended to the last result.
   */
  readonly systemAnywhere: boolean;
  /** Whether the model receives its earlier reasoning. */
  readonly showsReasoning: boolean;
  start(): Promise<TestSetup>;
}

/** The model's name in every world; routing tests cover `claude-*` and other names that clients require. */
export const model = 'm';

export const testSetups: readonly TestSetupKind[] = [
  { name: 'a scripted model', systemAnywhere: true, showsReasoning: true, start: startScriptedWorld },
  {
    name: 'an upstream that takes everything',
    systemAnywhere: true,
    showsReasoning: false,
    start: () => startUpstreamWorld('openai'),
  },
  {
    name: "an upstream with an open model's template",
    systemAnywhere: false,
    showsReasoning: true,
    start: () => startUpstreamWorld('vllm'),
  },
  { name: 'a package of the AI SDK', systemAnywhere: false, showsReasoning: true, start: startPackageWorld },
];

async function startScriptedWorld(): Promise<TestSetup> {
  const observedRequests: ObservedRequest[] = [];
  const script = (request: GenerationRequest): readonly GenerationEvent[] => {
    const sight = observeModelRequest(request);
    observedRequests.push(sight);
    return eventsOf(sight);
  };
  return startWorld(createScriptedModel({ id: model, script }), observedRequests, async () => undefined);
}

function eventsOf(sight: ObservedRequest): readonly GenerationEvent[] {
  const { reasoning, text, calls } = act(sight);
  const parts: Part[] = [
    ...(reasoning === '' ? [] : [{ type: 'reasoning', text: reasoning } as const]),
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...calls.map(({ tool: { name, namespace }, input }, index) => ({
      type: 'tool-call' as const,
      kind: 'function' as const,
      callId: callId(index),
      name: namespace === undefined ? name : name.slice(namespace.length + 2),
      ...(namespace === undefined ? {} : { namespace }),
      argumentsText: JSON.stringify(input),
    })),
  ];
  return [...replay(buildResult(parts), 5)];
}

async function startUpstreamWorld(profile: 'openai' | 'vllm'): Promise<TestSetup> {
  return startWorldFor((baseUrl) => createChatCompletionsModel({ id: model, baseUrl, profile }));
}

async function startPackageWorld(): Promise<TestSetup> {
  return startWorldFor((baseURL) =>
    createAiSdkModel({
      id: model,
      package: '@ai-sdk/openai-compatible',
      folders: [import.meta.dirname],
      model,
      settings: { name: 'scripted', baseURL, supportsStructuredOutputs: true },
    }),
  );
}

async function startWorldFor(create: (baseUrl: string) => LanguageModel | Promise<LanguageModel>): Promise<TestSetup> {
  const upstream = await startScriptedUpstream();
  const observedRequests: ObservedRequest[] = [];
  upstream.play((call) => {
    const sight = observeUpstreamRequest(call.body);
    observedRequests.push(sight);
    respond(call, sight);
  });
  return startWorld(await create(upstream.baseUrl), observedRequests, () => upstream.close());
}

function respond(call: UpstreamCall, sight: ObservedRequest): void {
  const { reasoning, text, calls } = act(sight);
  call.delta({ role: 'assistant', content: '' });
  for (const chunk of chunks(reasoning)) call.delta({ reasoning_content: chunk });
  for (const chunk of chunks(text)) call.delta({ content: chunk });
  for (const [index, { tool, input }] of calls.entries()) {
    call.delta({
      tool_calls: [{ index, id: callId(index), type: 'function', function: { name: tool.name, arguments: '' } }],
    });
    for (const chunk of chunks(JSON.stringify(input)))
      call.delta({ tool_calls: [{ index, function: { arguments: chunk } }] });
  }
  call.finish(calls.length > 0 ? 'tool_calls' : 'stop', { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 });
}

function chunks(text: string): readonly string[] {
  return text.match(/.{1,5}/gs) ?? [];
}

let calls = 0;
function callId(index: number): string {
  return `call_${(calls += 1)}_${index}`;
}

async function startWorld(
  languageModel: LanguageModel,
  observedRequests: readonly ObservedRequest[],
  closeMore: () => Promise<void>,
): Promise<TestSetup> {
  const service = await startTestService({ models: { [model]: languageModel } }).catch(async (error: unknown) => {
    // An open socket would prevent the test run from ending.
    await closeMore();
    throw error;
  });
  return {
    service,
    observedRequests,
    async close() {
      await service.close();
      await closeMore();
    },
  };
}
