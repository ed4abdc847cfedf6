import { totalmem } from 'node:os';
import { EngineError } from '@org/engine';
import type { GgufHeader } from '../gguf-header.js';
import { estimateModelBytes } from './estimate-model-bytes.js';
import { kvCacheBlock, type KvCacheType } from './kv-cache-type.js';
import type { ModelMemory } from './model-memory.js';

/** How a model is loaded. */
export interface LoadPlan {
  /** Tokens of prompt and completion together, of each conversation. */
  readonly contextLength: number;
  readonly slots: number;
  /** Memory of the loaded model. */
  readonly bytes: number;
}

export interface PlanInput {
  readonly header: Pick<GgufHeader, 'contextLength'>;
  /** Settings of the operator; what they leave open depends on the memory. */
  readonly contextLength?: number | undefined;
  readonly slots?: number | undefined;
  /** Bytes that the model may take. */
  readonly budget: number;
  /** Bytes of a loaded model with this many tokens in all conversations together. */
  readonly bytesWith: (tokens: number) => number;
}

/** Numbers of conversations to try, best first. */
const slotChoices = [4, 2, 1];
/** A context for which it is worth to serve fewer conversations at a time: the first request of a coding agent, and its work. */
const agentContext = 32_768;
/** The default context is never below this, so that a model loads also where the estimate is pessimistic. */
const minDefaultContext = 8_192;
/** Longer contexts take minutes to read, and are only used where the settings name one. */
const maxDefaultContext = 131_072;
/** The engine rounds up to a multiple of this. */
const granule = 256;

/** Chooses the context length and the number of conversations that the settings leave open. */
export function planContext(input: PlanInput): Pick<LoadPlan, 'contextLength' | 'slots'> {
  const { header, contextLength, budget, bytesWith } = input;
  const trained = header.contextLength ?? minDefaultContext;
  const fixed = bytesWith(0);
  const perToken = Math.max(1e-6, (bytesWith(granule) - fixed) / granule);
  const fitting = (slots: number): number =>
    Math.min(
      trained,
      maxDefaultContext,
      Math.max(minDefaultContext, Math.floor((budget - fixed) / (perToken * slots * granule)) * granule),
    );
  const wanted = Math.min(trained, contextLength ?? agentContext);
  const slots =
    input.slots ??
    slotChoices.find((choice) => fixed + perToken * choice * wanted <= budget) ??
    slotChoices.at(-1) ??
    1;
  return { slots, contextLength: contextLength === undefined ? fitting(slots) : wanted };
}

export interface PlanSettings {
  readonly modelPath: string;
  readonly contextLength?: number | undefined;
  readonly slots?: number | undefined;
  readonly gpu: boolean;
  readonly kvCacheType: KvCacheType;
  readonly flashAttention?: boolean | undefined;
  readonly memoryBytes?: number | undefined;
}

/** Plans a load by the file, the settings and the memory that the models share. Throws an EngineError for settings that the model cannot have. */
export async function planLoad(settings: PlanSettings, header: GgufHeader, memory: ModelMemory): Promise<LoadPlan> {
  const { modelPath, kvCacheType } = settings;
  requireQuantizable(header, settings);
  const size = await estimateModelBytes({ modelPath, header, kvCacheType });
  const plan = planContext({
    header,
    contextLength: settings.contextLength,
    slots: settings.slots,
    budget: memoryBudget(memory, settings.gpu, size(0)),
    bytesWith: size,
  });
  return { ...plan, bytes: settings.memoryBytes ?? size(plan.contextLength * plan.slots) };
}

/** KV caches on a graphics processor whose memory is unknown until the model is loaded. Bytes. */
const gpuCacheBytes = 2 * 1024 ** 3;

/**
 * Bytes for one model: its share of `localModels.memoryBytes`, else of half of the machine's memory. A graphics
 * processor with memory of its own gets a cache of at most half the weights, or 2 GiB, so that all layers fit next to it.
 */
function memoryBudget(memory: ModelMemory, gpu: boolean, fixed: number): number {
  if (Number.isFinite(memory.limit)) return memory.limit / memory.shares;
  if (gpu && process.platform !== 'darwin') return fixed + Math.max(fixed / 2, gpuCacheBytes);
  return machineBytes() / 2 / memory.shares;
}

/** Memory of the machine, or of the container. */
function machineBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(totalmem(), constrained) : totalmem();
}

function requireQuantizable({ headLengths }: GgufHeader, { kvCacheType, flashAttention }: PlanSettings): void {
  if (kvCacheType === 'f16') return;
  if (flashAttention === false)
    throw new EngineError(
      'upstream-failed',
      `kvCacheType ${kvCacheType} needs flash attention, which the settings turn off.`,
    );
  const odd = headLengths.find((length) => length % kvCacheBlock !== 0);
  if (odd !== undefined)
    throw new EngineError(
      'upstream-failed',
      `kvCacheType ${kvCacheType} needs attention heads of a multiple of ${kvCacheBlock} values, and those of this model have ${odd}. Use f16.`,
    );
}
