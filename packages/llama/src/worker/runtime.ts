import { getLlama, LlamaLogLevel, LlamaVocabularyType, type Token } from 'node-llama-cpp';

import type { LoadedOn, RuntimeSettings } from '../process-messages.js';
import type { CompleteSampling } from '../sampling/sampling-defaults.js';
import { specialTokensOf } from '../parse/output-family.js';
import { createPromptWriter } from '../prompt/write-prompt.js';
import { cacheOptions } from './cache-options.js';
import { EngineLog } from './engine-log.js';
import { gpuLayersOf, loadedOn, requireGpu } from './gpu-layers.js';
import { GrammarCache } from './generation/grammar-cache.js';
import type { PromptModel } from './prompt/prepare-prompt.js';
import { PromptTokenizer } from './prompt/prompt-tokenizer.js';
import { SchemaWorkerPool } from './schema-pool/schema-worker-pool.js';
import { Slots } from './batches/slots.js';
import { GpuPrefillChunkSizer } from './batches/gpu-prefill-chunk-sizer.js';
import { BatchScheduler } from './batches/batch-scheduler.js';
import { CpuPrefillChunkSizer } from './batches/cpu-prefill-chunk-sizer.js';
import { TokenLatencyMonitor } from './generation/token-latency-monitor.js';
import { warmUp } from './warm-up.js';

/** A loaded model with its slots. */
export interface Runtime extends PromptModel {
  readonly slots: Slots;
  readonly batchScheduler: BatchScheduler;
  readonly tokenLatency: TokenLatencyMonitor;
  readonly grammars: GrammarCache;
  /** Control tokens that have no visible meaning for clients. */
  readonly silentTokens: ReadonlySet<Token>;
  /** For requests that name none. */
  readonly sampling: CompleteSampling;
  readonly on: LoadedOn;
}

/** Milliseconds for the last messages of a process. */
const lastMessagesMs = 1_000;

/** Models without a template are base models; they get the plainest form of turns. */
const plainTemplate = `{%- for m in messages -%}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{%- endfor -%}{%- if add_generation_prompt -%}<|im_start|>assistant\n{%- endif -%}`;

/** Loads a model from disk, without downloading or compiling anything. */
export async function loadRuntime(settings: RuntimeSettings): Promise<Runtime> {
  const engineLog = new EngineLog();
  const llama = await getLlama({
    gpu: settings.gpu ? 'auto' : false,
    build: 'never',
    skipDownload: true,
    progressLogs: false,
    maxThreads: settings.threads,
    logLevel: LlamaLogLevel.error,
    logger: (_, message) => engineLog.push(message),
  });
  await requireGpu(llama, settings);
  const model = await engineLog.explain(
    llama.loadModel({ modelPath: settings.modelPath, gpuLayers: gpuLayersOf(settings) }),
  );
  const context = await engineLog.explain(
    model.createContext({
      contextSize: settings.contextLength,
      sequences: settings.slots,
      threads: settings.threads,
      ...cacheOptions(settings),
      batching: { dispatchSchedule: process.nextTick },
    }),
  );
  const sequences = Array.from({ length: settings.slots }, () => context.getSequence());

  const specials: { token: Token; text: string; control: boolean; strips: boolean }[] = [];
  for (const token of model.iterateAllTokens()) {
    const attributes = model.getTokenAttributes(token);
    if (attributes.control || attributes.userDefined || attributes.unknown) {
      specials.push({
        token,
        text: model.detokenize([token], true),
        control: attributes.control,
        strips: attributes.lstrip || attributes.rstrip,
      });
    }
  }
  const writer = createPromptWriter({
    template: model.fileInfo.metadata.tokenizer.chat_template ?? plainTemplate,
    bos: model.tokens.bosString ?? '',
    eos: model.tokens.eosString ?? '',
    specials: specials.map((special) => special.text),
  });
  writer.template.requireUsable();
  const specialTokens = [writer.native, writer.defaultFamily].flatMap((family) =>
    family === undefined ? [] : specialTokensOf(family),
  );
  const chunkSizer = model.gpuLayers > 0 ? new GpuPrefillChunkSizer() : new CpuPrefillChunkSizer();
  const [token] = model.iterateAllTokens();
  if (model.gpuLayers > 0 && token !== undefined)
    await engineLog.explain(warmUp(sequences, { token, contextLength: settings.contextLength, chunkSizer }));
  // A hung evaluation ends with the process. The affected request gets the reason first; all others are notified that
  // the process ended.
  const giveUp = (): unknown => setTimeout(() => process.kill(process.pid, 'SIGKILL'), lastMessagesMs);
  return {
    ...writer,
    model,
    tokenizer: new PromptTokenizer(model, {
      specials: writer.controlTexts.pattern,
      splits: model.vocabularyType === LlamaVocabularyType.bpe && !specials.some((special) => special.strips),
    }),
    slots: new Slots(sequences),
    batchScheduler: new BatchScheduler({ onStuck: giveUp, chunkSizer }),
    tokenLatency: new TokenLatencyMonitor(giveUp),
    grammars: new GrammarCache(llama, model),
    schemas: new SchemaWorkerPool(writer.form),
    silentTokens: new Set(
      specials
        .filter((special) => special.control && !specialTokens.some((marker) => marker.includes(special.text)))
        .map((special) => special.token),
    ),
    contextLength: settings.contextLength,
    sampling: settings.sampling,
    on: await loadedOn(llama, model, settings),
  };
}
