import { TokenBias, type LlamaGrammarEvaluationState, type LlamaModel } from 'node-llama-cpp';

import { EngineError, type FinishReason, type GenerationRequest, mustCall, type Part, type Warning } from '@org/engine';
import type { OutputShape } from '../../grammar/output-grammar.js';
import type { OutputReader } from '../../parse/output-reader.js';
import type { OutputFamily } from '../../parse/output-family.js';
import { flatToolName, type RenderedTool } from '../../prompt/render-tools.js';
import type { GrammarCache } from './grammar-cache.js';
import type { PreparedPrompt, PromptModel, PromptOrder } from '../prompt/prepare-prompt.js';
import type { PromisedSchema } from '../schema-pool/schema-task.js';
import type { TaskRequester, SchemaWorkerPool } from '../schema-pool/schema-worker-pool.js';

/** Where a grammar constrains a completion, and the check of the finished completion. */
export interface Constraint {
  readonly warnings: readonly Warning[];
  /** The grammar for the next token, if any. Called once before every token. */
  readonly next: ((parser: OutputReader) => LlamaGrammarEvaluationState | undefined) | undefined;
  /** Tokens that are never written. */
  readonly bannedTokens: TokenBias | undefined;
  /** Rejects with `upstream-failed` when a finished completion violates the constraint. */
  check(parts: readonly Part[], finish: FinishReason): Promise<void>;
}

/** Tokens that a grammar may constrain have no log-probabilities. */
export function isScored({ next }: Constraint): boolean {
  return next === undefined;
}

/** The properties of a loaded model that a constraint needs. */
export type Constrainable = PromptModel & { readonly grammars: GrammarCache };

/**
 * Builds the constraint of a completion. A forced tool or a JSON format constrains the complete output after
 * reasoning. Otherwise only the inside of a call is constrained, from its marker on, so that names and arguments of
 * calls are always valid.
 */
export async function constraintFor(
  on: Constrainable,
  order: PromptOrder,
  prompt: PreparedPrompt,
): Promise<Constraint> {
  const { request } = order;
  const shape = outputShapeOf(request, prompt.tools);
  const promises = promisesOf(request, prompt.tools);
  const check = (parts: readonly Part[], finish: FinishReason): Promise<void> =>
    checkPromises(on.schemas, order, promises, parts, finish);
  const free: Constraint = { warnings: [], next: undefined, bannedTokens: undefined, check };
  if (shape !== undefined && prompt.continues) {
    return {
      ...free,
      warnings: [
        {
          kind: 'ignored',
          param: 'messages',
          message: 'The service does not enforce an output format after an assistant prefill.',
        },
      ],
      check: () => Promise.resolve(),
    };
  }
  if (shape !== undefined) {
    const { format: promised } = promises;
    const task = {
      type: 'output',
      family: prompt.family,
      shape,
      afterReasoning: prompt.startsInReasoning,
      ...(promised === undefined ? {} : { promised }),
    } as const;
    const text = await on.schemas.run(task, order);
    return {
      ...free,
      warnings: scoreWarnings(request),
      next: outsideReasoning(start(on.grammars, order.owner, text ?? '')),
    };
  }
  if (prompt.tools.length === 0) return { ...free, bannedTokens: withoutCalls(on.model, prompt.family) };
  const text = await callGrammar(on, order, prompt);
  return text === undefined
    ? free
    : { ...free, warnings: scoreWarnings(request), next: insideCalls(() => on.grammars.start(order.owner, text)) };
}

/** The grammar of calls; `undefined` where there is none and none was promised. */
async function callGrammar(
  on: Constrainable,
  order: PromptOrder,
  { family, tools }: PreparedPrompt,
): Promise<string | undefined> {
  try {
    const text =
      (await on.schemas.run({ type: 'calls', family, tools, parallelCalls: order.request.parallelToolCalls }, order)) ??
      '';
    on.grammars.prepare(order.owner, text);
    return text;
  } catch (thrown) {
    if (order.signal.aborted || tools.some((tool) => tool.strict || tool.input !== undefined))
      throw thrown instanceof EngineError ? thrown : tooLarge(thrown);
    return undefined;
  }
}

function outputShapeOf(request: GenerationRequest, tools: readonly RenderedTool[]): OutputShape | undefined {
  const { toolChoice, outputFormat, parallelToolCalls } = request;
  if (mustCall(toolChoice)) {
    const wanted = toolChoice.type === 'tool' ? tools.filter((tool) => tool.name === flatToolName(toolChoice)) : tools;
    if (wanted.length === 0)
      throw new EngineError('invalid-request', 'tool_choice names a tool that is not in tools.', {
        param: 'tool_choice',
      });
    return { calls: { tools: wanted, parallelCalls: parallelToolCalls && toolChoice.type !== 'tool' } };
  }
  if (outputFormat.type === 'text') return undefined;
  const calls = tools.length === 0 ? {} : { calls: { tools, parallelCalls: parallelToolCalls } };
  if (outputFormat.type === 'json-object') return { ...calls, json: { unsupported: 'loosen' } };
  return {
    ...calls,
    json: { schema: outputFormat.schema, unsupported: outputFormat.strict === false ? 'loosen' : 'refuse' },
  };
}

function outsideReasoning(
  state: LlamaGrammarEvaluationState,
): (parser: OutputReader) => LlamaGrammarEvaluationState | undefined {
  return (parser) => (parser.inReasoning ? undefined : state);
}

function insideCalls(
  fresh: () => LlamaGrammarEvaluationState,
): (parser: OutputReader) => LlamaGrammarEvaluationState | undefined {
  let state: LlamaGrammarEvaluationState | undefined;
  return (parser) => {
    if (!parser.inCall) state = undefined;
    else if (parser.atCallStart && state === undefined) state = fresh();
    return state;
  };
}

/** Earlier calls in the conversation tempt a model to call again; where the marker is one token, a bias prevents it. */
function withoutCalls(model: LlamaModel, family: OutputFamily): TokenBias | undefined {
  const [token, ...more] = family.form === 'channels' ? [] : model.tokenize(family.call.open, true);
  return token === undefined || more.length > 0 ? undefined : new TokenBias(model.tokenizer).set(token, 'never');
}

function scoreWarnings(request: GenerationRequest): readonly Warning[] {
  if (request.sampling.topLogprobs === undefined) return [];
  return [
    {
      kind: 'ignored',
      param: 'top_logprobs',
      message: 'The service does not report log-probabilities where tools or a schema constrain the response.',
    },
  ];
}

function start(grammars: GrammarCache, owner: string, text: string): LlamaGrammarEvaluationState {
  try {
    return grammars.start(owner, text);
  } catch (thrown) {
    throw tooLarge(thrown);
  }
}

function tooLarge(cause: unknown): EngineError {
  return new EngineError('unsupported', 'The schemas of this request are too large or too deep to enforce.', { cause });
}

interface Promises {
  readonly format: PromisedSchema | undefined;
  readonly strictTools: readonly RenderedTool[];
}

function promisesOf({ outputFormat }: GenerationRequest, tools: readonly RenderedTool[]): Promises {
  const format =
    outputFormat.type === 'json-schema' && outputFormat.strict !== false
      ? { schema: outputFormat.schema, path: 'outputFormat.schema' }
      : undefined;
  return { format, strictTools: tools.filter((tool) => tool.strict) };
}

async function checkPromises(
  schemas: SchemaWorkerPool,
  requester: TaskRequester,
  promises: Promises,
  parts: readonly Part[],
  finish: FinishReason,
): Promise<void> {
  if (finish.unified !== 'stop' && finish.unified !== 'tool-calls') return;
  const calls = parts.filter((part) => part.type === 'tool-call');
  for (const call of calls) {
    const tool = promises.strictTools.find((one) => one.name === flatToolName(call));
    if (tool === undefined) continue;
    const promised = { schema: tool.schema, path: `${tool.path}.inputSchema` };
    const fault = await schemas.run({ type: 'check', promised, text: call.argumentsText }, requester);
    if (fault !== undefined) throw broken(`the arguments of "${call.name}"`, fault);
  }
  if (promises.format === undefined || calls.length > 0) return;
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const fault = await schemas.run({ type: 'check', promised: promises.format, text }, requester);
  if (fault !== undefined) throw broken('the response', fault);
}

function broken(subject: string, fault: string): EngineError {
  return new EngineError('upstream-failed', `The model did not follow the schema: ${subject}, ${fault}.`, {
    retryable: true,
    byModel: true,
  });
}
