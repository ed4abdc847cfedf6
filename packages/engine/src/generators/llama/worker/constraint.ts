import { TokenBias, type LlamaGrammarEvaluationState, type LlamaModel } from 'node-llama-cpp';

import { EngineError } from '../../../errors/engine-error.js';
import type { FinishReason } from '../../../model/finish-reason.js';
import type { GenerationRequest } from '../../../model/generation-request.js';
import type { Part } from '../../../model/part.js';
import type { Warning } from '../../../model/warning.js';
import { answerGrammar, callBodyGrammar, type AnswerShape } from '../grammar/answer-grammar.js';
import { SchemaCheck } from '../grammar/schema-check.js';
import type { OutputParser } from '../parse/output-parser.js';
import { shownName, type ShownTool } from '../prompt/shown-tools.js';
import type { GrammarCache } from './grammar-cache.js';
import type { PreparedPrompt, PromptModel } from './prepare-prompt.js';

/** Where an answer is held to a grammar, and what is checked when it is finished. */
export interface Constraint {
  readonly warnings: readonly Warning[];
  /** The grammar that holds for the next token, if any. Asked once before every token. */
  readonly next: ((parser: OutputParser) => LlamaGrammarEvaluationState | undefined) | undefined;
  /** Tokens that are never written. */
  readonly never: TokenBias | undefined;
  /** Throws `upstream-failed` when a finished answer is not what was promised. */
  check(parts: readonly Part[], finish: FinishReason): void;
}

/**
 * What holds an answer. A forced tool or a JSON format: the whole answer, once reasoning is over. Otherwise only the
 * inside of a call, from its mark on, so that names and arguments of calls are always right.
 */
export function constraintFor(on: PromptModel & { readonly grammars: GrammarCache }, request: GenerationRequest, prompt: PreparedPrompt): Constraint {
  const shape = answerShape(request, prompt.tools);
  const promises = promisesOf(request, prompt.tools);
  const check = (parts: readonly Part[], finish: FinishReason): void => checkPromises(promises, parts, finish);
  const free: Constraint = { warnings: [], next: undefined, never: undefined, check };
  if (shape !== undefined && prompt.continues) {
    return { ...free, warnings: [{ kind: 'ignored', param: 'messages', message: 'An answer that goes on with given text is not held to a format.' }], check: () => undefined };
  }
  if (shape !== undefined) {
    const text = answerGrammar(on.family.call, shape, prompt.startsInReasoning);
    return { ...free, warnings: scoreWarnings(request), next: wholeAnswer(start(on.grammars, text)) };
  }
  if (prompt.tools.length === 0) return { ...free, never: withoutCalls(on.model, on.family.call.open) };
  const text = callBodyGrammar(on.family.call, prompt.tools, request.parallelToolCalls);
  const promised = prompt.tools.some((tool) => tool.strict || tool.input !== undefined);
  try {
    on.grammars.prepare(text);
  } catch (thrown) {
    if (promised) throw tooLarge(thrown);
    return free;
  }
  return { ...free, warnings: scoreWarnings(request), next: insideCalls(() => on.grammars.start(text)) };
}

function answerShape(request: GenerationRequest, tools: readonly ShownTool[]): AnswerShape | undefined {
  const { toolChoice, outputFormat, parallelToolCalls } = request;
  const forced = toolChoice.type === 'required' || toolChoice.type === 'tool' || (toolChoice.type === 'allowed' && toolChoice.mode === 'required');
  if (forced) {
    const wanted = toolChoice.type === 'tool' ? tools.filter((tool) => tool.name === shownName(toolChoice)) : tools;
    if (wanted.length === 0) throw new EngineError('invalid-request', 'tool_choice asks for a tool that is not among the tools.', { param: 'tool_choice' });
    return { calls: { tools: wanted, many: parallelToolCalls && toolChoice.type !== 'tool' } };
  }
  if (outputFormat.type === 'text') return undefined;
  const calls = tools.length === 0 ? {} : { calls: { tools, many: parallelToolCalls } };
  if (outputFormat.type === 'json-object') return { ...calls, json: { unsupported: 'loosen' } };
  return { ...calls, json: { schema: outputFormat.schema, unsupported: outputFormat.strict === false ? 'loosen' : 'refuse' } };
}

function wholeAnswer(state: LlamaGrammarEvaluationState): (parser: OutputParser) => LlamaGrammarEvaluationState | undefined {
  return (parser) => (parser.inReasoning ? undefined : state);
}

function insideCalls(fresh: () => LlamaGrammarEvaluationState): (parser: OutputParser) => LlamaGrammarEvaluationState | undefined {
  let state: LlamaGrammarEvaluationState | undefined;
  return (parser) => {
    if (!parser.inCall) state = undefined;
    else if (parser.atCallStart && state === undefined) state = fresh();
    return state;
  };
}

/** Earlier calls in the conversation tempt a model to call again: where that is one token, it cannot. */
function withoutCalls(model: LlamaModel, mark: string): TokenBias | undefined {
  const [token, ...more] = model.tokenize(mark, true);
  return token === undefined || more.length > 0 ? undefined : new TokenBias(model.tokenizer).set(token, 'never');
}

function scoreWarnings(request: GenerationRequest): readonly Warning[] {
  if (request.sampling.topLogprobs === undefined) return [];
  return [{ kind: 'ignored', param: 'top_logprobs', message: 'Log-probabilities are not reported where tools or a schema hold the answer.' }];
}

function start(grammars: GrammarCache, text: string): LlamaGrammarEvaluationState {
  try {
    return grammars.start(text);
  } catch (thrown) {
    throw tooLarge(thrown);
  }
}

function tooLarge(cause: unknown): EngineError {
  return new EngineError('unsupported', 'The schemas of this request are too large or too deep to hold the model to them.', { cause });
}

interface Promises {
  readonly format: SchemaCheck | undefined;
  readonly strictTools: readonly ShownTool[];
}

function promisesOf({ outputFormat }: GenerationRequest, tools: readonly ShownTool[]): Promises {
  const format = outputFormat.type === 'json-schema' && outputFormat.strict !== false ? checkFor(outputFormat.schema, 'outputFormat.schema') : undefined;
  return { format, strictTools: tools.filter((tool) => tool.strict) };
}

function checkFor(schema: ShownTool['schema'], path: string): SchemaCheck {
  try {
    return new SchemaCheck(schema);
  } catch (thrown) {
    throw new EngineError('invalid-request', `${path}: this is not a valid JSON Schema.`, { param: path, cause: thrown });
  }
}

function checkPromises(promises: Promises, parts: readonly Part[], finish: FinishReason): void {
  if (finish.unified !== 'stop' && finish.unified !== 'tool-calls') return;
  const calls = parts.filter((part) => part.type === 'tool-call');
  for (const call of calls) {
    // Compiled only now: an agent offers many tools and calls few.
    const tool = promises.strictTools.find((one) => one.name === shownName(call));
    const fault = tool === undefined ? undefined : checkFor(tool.schema, `${tool.path}.inputSchema`).fault(call.argumentsText);
    if (fault !== undefined) throw broken(`the arguments of "${call.name}"`, fault);
  }
  if (promises.format === undefined || calls.length > 0) return;
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const fault = promises.format.fault(text);
  if (fault !== undefined) throw broken('the answer', fault);
}

function broken(what: string, fault: string): EngineError {
  return new EngineError('upstream-failed', `The model did not keep to the schema: ${what}, ${fault}.`, { retryable: true });
}
