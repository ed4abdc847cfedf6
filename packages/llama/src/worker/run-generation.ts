import { cancelled, type FinishReason, type GenerationEvent } from '@org/engine';
import { constraintFor, isScored, type Constraint } from './generation/constraint.js';
import { noContextShift } from './no-context-shift.js';
import { feedPrompt } from './prompt/feed-prompt.js';
import { preparePrompt, type PreparedPrompt, type PromptOrder } from './prompt/prepare-prompt.js';
import type { Runtime } from './runtime.js';
import { effectiveSampling, reportedSampling } from './generation/sampling.js';
import type { Slot } from './batches/slots.js';
import { GenerationLoop } from './generation/generation-loop.js';

export interface GenerationRun extends PromptOrder {
  readonly emit: (event: GenerationEvent) => void;
}

/** Runs one request from its prompt to its last event. Throws an EngineError; the slot is always released. */
export async function runGeneration(runtime: Runtime, run: GenerationRun): Promise<void> {
  const prompt = await preparePrompt(runtime, run);
  const constraint = await constraintFor(runtime, run, prompt);
  const slot = await runtime.slots.take(run.owner, prompt.tokens);
  let isReusable = false;
  try {
    await generate(runtime, run, prompt, constraint, slot);
    isReusable = true;
  } catch (thrown) {
    isReusable = run.signal.aborted;
    throw run.signal.aborted ? cancelled() : thrown;
  } finally {
    runtime.slots.release(slot, isReusable);
  }
}

async function generate(
  runtime: Runtime,
  run: GenerationRun,
  prompt: PreparedPrompt,
  constraint: Constraint,
  slot: Slot,
): Promise<void> {
  const { request, emit, signal } = run;
  const { sequence, sequenceIndex } = slot;
  const usage = {
    inputTokens: prompt.tokens.length,
    outputTokens: 0,
    cachedInputTokens: sequence.nextTokenIndex,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
  const { topLogprobs } = request.sampling;
  const sampling = {
    ...reportedSampling(effectiveSampling(request.sampling, runtime.sampling)),
    ...(topLogprobs !== undefined && isScored(constraint) && { topLogprobs }),
  };
  emit({
    type: 'generation-start',
    model: request.model,
    usage,
    warnings: [...prompt.warnings, ...constraint.warnings],
    sampling,
  });
  const { maxOutputTokens } = request.limits;
  const availableTokens = runtime.contextLength - prompt.tokens.length;
  const limit = Math.min(maxOutputTokens ?? availableTokens, availableTokens);
  const full: FinishReason = { unified: maxOutputTokens === limit ? 'length' : 'context-window' };
  const rest = prompt.tokens.slice(sequence.nextTokenIndex);
  const last = await feedPrompt(sequence, rest, runtime.batchScheduler, { sequenceIndex, signal });
  if (limit <= 0) {
    // The last token is skipped: no following token needs it, and a full context has no space for it.
    const read = last.slice(0, -1);
    if (read.length > 0)
      await runtime.batchScheduler.read({ sequenceIndex, signal }, read.length, () =>
        sequence.evaluateWithoutGeneratingNewTokens([...read], { contextShift: noContextShift }),
      );
    emit({ type: 'generation-end', finishReason: full, usage });
    return;
  }
  const writing = new GenerationLoop(runtime, run, prompt, constraint, slot, last);
  try {
    const { parts, finishReason } = writing.finish(await writing.loop(limit, full));
    await constraint.check(parts, finishReason);
    emit({ type: 'generation-end', finishReason, usage: { ...usage, ...writing.counts } });
  } finally {
    await writing.letGo();
  }
}
