import { setTimeout as sleep } from 'node:timers/promises';
import { cancelled } from '../../errors/cancelled.js';
import { EngineError, toEngineError } from '../../errors/engine-error.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import type { ModelInfo } from '../../model/model-info.js';
import type { LanguageModel } from '../../ports/language-model.js';
import { chooseSteps, type Script, type ScriptStep } from './script.js';

export interface ScriptedModelOptions {
  /** Model name in its ModelInfo. */
  readonly id: string;
  readonly script: Script;
  /** Members of the model info that differ from the default: created at 0, owned by `script`, all capabilities. */
  readonly modelInfo?: Partial<ModelInfo>;
}

/** A language model that plays a script: deterministic, without a real model. For tests and demonstrations. */
export function createScriptedModel({ id, script, modelInfo = {} }: ScriptedModelOptions): LanguageModel {
  const closing = new AbortController();
  return {
    async modelInfo() {
      return { ...defaultModelInfo(id), ...modelInfo };
    },
    async *generate(request, context) {
      const signal = AbortSignal.any([context.signal, closing.signal]);
      for (const step of chooseSteps(script, request)) {
        if (signal.aborted) break;
        const event = await executeStep(step, signal);
        if (event !== undefined && !signal.aborted) yield event;
      }
      if (context.signal.aborted) throw cancelled();
      if (closing.signal.aborted) throw new EngineError('overloaded', 'The model was closed.');
    },
    async close() {
      closing.abort();
    },
  };
}

async function executeStep(step: ScriptStep, signal: AbortSignal): Promise<GenerationEvent | undefined> {
  switch (step.type) {
    case 'delay':
      // An abort only shortens the pause: the loop checks the signal and decides what to throw.
      await sleep(step.ms, undefined, { signal }).catch(() => undefined);
      return undefined;
    case 'throw':
      throw toEngineError(step.error);
    default:
      return step;
  }
}

function defaultModelInfo(id: string): ModelInfo {
  return {
    id,
    displayName: id,
    createdAt: 0,
    ownedBy: 'script',
    capabilities: { tools: true, reasoning: true, images: true, structuredOutput: true },
  };
}
