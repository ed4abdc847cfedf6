import { SilenceMonitor, type SilenceRules } from '../../silence-monitor.js';
import { BatchWidth } from './batch-width.js';
import type { PrefillChunkSizer } from './prefill-chunk-sizer.js';
import { CpuPrefillChunkSizer } from './cpu-prefill-chunk-sizer.js';
import { SamplingShare } from './sampling-share.js';

/** A decode batch that runs for ten minutes never ends, such as on a hung GPU. */
const batchSilenceRules: SilenceRules = { intervalMs: 60_000, maxUnanswered: 10 };

/** The owner of the evaluated tokens, and whether they are still wanted. */
export interface SequenceHandle {
  /** Number of the engine's sequence. */
  readonly sequenceIndex: number;
  readonly signal: AbortSignal;
  /** Owner of the grammar that constrains its tokens. Default: none does. */
  readonly grammarOwner?: string;
}

export interface BatchSchedulerOptions {
  /** Default: one of its own. */
  readonly samplingShare?: SamplingShare;
  readonly width?: Pick<BatchWidth, 'choose' | 'recordTime'>;
  /** Default: those of a processor. */
  readonly chunkSizer?: PrefillChunkSizer;
  /** Called when a pass does not end: all that is evaluated after it would wait for ever. */
  readonly onStuck?: () => void;
  readonly silenceRules?: SilenceRules;
}

interface Waiting {
  /** Number of prompt tokens; 0 for the next token of a completion. */
  readonly reads: number;
  readonly sequence: SequenceHandle;
  readonly start: () => void;
}

/**
 * Decides what is evaluated together. In one round every completion gets its next token, in one batch or in
 * several, which is the faster way. Without this scheduler, the engine starts the next batch before the last completion of the
 * previous one has requested its token, so that every batch lacks one. Prompts are read in prefill chunks that
 * alternate with the completions, since the engine would not evaluate the two together either. Within a batch the
 * entries are in sequence order, because the engine evaluates consecutive sequences together, and a batch in another
 * order one by one.
 */
export class BatchScheduler {
  readonly #width: Pick<BatchWidth, 'choose' | 'recordTime'>;
  readonly #chunkSizer: PrefillChunkSizer;
  readonly #samplingShare: SamplingShare;
  readonly #watch: SilenceMonitor;
  #reading: Waiting[] = [];
  #writing: Waiting[] = [];
  /** The remaining batches of the completions' round. */
  #turn: Waiting[][] = [];
  #running = 0;
  #isScheduled = false;
  #readLast = false;
  #idleWork: (() => void)[] = [];
  /** Prompt tokens in the running batch, completions that get a token in it, whether a grammar makes it expensive, and its start time. */
  #decodeBatch = { reads: 0, writes: 0, isExpensive: false, began: 0 };

  constructor({
    width = new BatchWidth(),
    chunkSizer = new CpuPrefillChunkSizer(),
    samplingShare = new SamplingShare(),
    onStuck = () => undefined,
    silenceRules = batchSilenceRules,
  }: BatchSchedulerOptions = {}) {
    this.#width = width;
    this.#chunkSizer = chunkSizer;
    this.#samplingShare = samplingShare;
    this.#watch = new SilenceMonitor(
      silenceRules,
      () => {
        if (this.#running === 0) this.#watch.onResponse();
      },
      onStuck,
    );
  }

  /** How many tokens of a prompt to read at once, by the speed that was measured last. */
  get prefillChunkSize(): number {
    return this.#chunkSizer.size;
  }

  /** Evaluates `tokens` tokens of a prompt when it is their turn. Throws the signal's reason instead once that has aborted. */
  read<T>(sequence: SequenceHandle, tokens: number, evaluate: () => Promise<T>): Promise<T> {
    return this.#run(this.#reading, sequence, tokens, evaluate);
  }

  /** Evaluates the next token of a completion, in one round with those of all others. Throws like {@link read}. */
  write<T>(sequence: SequenceHandle, evaluate: () => Promise<T>): Promise<T> {
    return this.#run(this.#writing, sequence, 0, evaluate);
  }

  /**
   * Records how long choosing one token under a grammar of `owner` took, and evaluating it. Completions with expensive grammars get a
   * share of the time that leaves the others theirs.
   */
  recordChoice(owner: string, choiceMs: number, evaluationMs: number): void {
    this.#samplingShare.record(owner, choiceMs, evaluationMs);
  }

  /**
   * Runs `work` as soon as the engine runs the next batch on its own threads, so that it delays no request. It must
   * not throw.
   */
  whileBusy(work: () => void): void {
    this.#idleWork.push(work);
  }

  async #run<T>(queue: Waiting[], sequence: SequenceHandle, reads: number, evaluate: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      queue.push({ reads, sequence, start });
      this.#plan();
    });
    try {
      sequence.signal.throwIfAborted();
      return await evaluate();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#ended();
    }
  }

  /** The next batch starts after all continuations of the previous one have run, so that every request joins it. */
  #plan(): void {
    if (this.#isScheduled || this.#running > 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#start();
    });
  }

  #start(): void {
    if (this.#turn.length === 0 && this.#writing.length > 0 && (this.#readLast || this.#reading.length === 0))
      this.#turn = this.#nextTurn();
    const writers = this.#turn.shift();
    const admitted = writers ?? this.#nextReaders();
    const wanted = admitted.filter((one) => !one.sequence.signal.aborted);
    this.#readLast = writers === undefined;
    this.#running = admitted.length;
    this.#decodeBatch = {
      reads: wanted.reduce((sum, one) => sum + one.reads, 0),
      writes: writers === undefined ? 0 : wanted.length,
      isExpensive: writers !== undefined && wanted.some((one) => this.#isExpensive(one)),
      began: performance.now(),
    };
    for (const { start } of admitted.sort(bySequenceIndex)) start();
    if (this.#idleWork.length > 0) setImmediate(() => this.#idleWork.splice(0).forEach((work) => work()));
  }

  /** The waiting completions, split into batches. Cancelled ones are released with the first batch. */
  #nextTurn(): Waiting[][] {
    const { admitted, held } = this.#samplingShare.select(
      this.#writing.map((waiting) => ({ waiting, grammarOwner: this.#grammarOwner(waiting) })),
      this.#reading.length > 0,
    );
    this.#writing = held.map(({ waiting }) => waiting);
    const all = admitted.map(({ waiting }) => waiting);
    if (all.length === 0) return [];
    if (all.length === 1) return [all];
    const wanted = all.filter((one) => !one.sequence.signal.aborted).sort(bySequenceIndex);
    const width = wanted.length === 0 ? 1 : this.#width.choose(wanted.length);
    const batches = Array.from({ length: Math.max(1, Math.ceil(wanted.length / width)) }, (_, index) =>
      wanted.slice(index * width, (index + 1) * width),
    );
    batches[0]?.push(...all.filter((one) => one.sequence.signal.aborted));
    return batches;
  }

  /** The cancelled readers, and, in order of arrival, as many of the others as fit into one chunk. */
  #nextReaders(): Waiting[] {
    let freeTokens = this.prefillChunkSize;
    let full = false;
    const admitted: Waiting[] = [];
    const remaining: Waiting[] = [];
    for (const one of this.#reading) {
      const goes: boolean =
        one.sequence.signal.aborted || (!full && (one.reads <= freeTokens || freeTokens === this.prefillChunkSize));
      (goes ? admitted : remaining).push(one);
      if (one.sequence.signal.aborted) continue;
      full ||= !goes;
      if (goes) freeTokens -= one.reads;
    }
    this.#reading = remaining;
    return admitted;
  }

  #isExpensive(waiting: Waiting): boolean {
    return this.#samplingShare.isExpensive({ grammarOwner: this.#grammarOwner(waiting) });
  }

  /** Cancelled completions choose no token. */
  #grammarOwner({ sequence: { signal, grammarOwner } }: Waiting): string | undefined {
    return signal.aborted ? undefined : grammarOwner;
  }

  #ended(): void {
    this.#watch.onResponse();
    const { reads, writes, isExpensive, began: startedAt } = this.#decodeBatch;
    if (!isExpensive) this.#samplingShare.repay(performance.now() - startedAt);
    // The time of an expensive choice says nothing about the width of a batch.
    if (writes > 0 && !isExpensive) this.#width.recordTime(writes, performance.now() - startedAt);
    if (reads > 0) this.#chunkSizer.recordTime(reads, performance.now() - startedAt);
    if (this.#turn.length > 0 || this.#reading.length > 0 || this.#writing.length > 0) this.#plan();
  }
}

function bySequenceIndex(a: Waiting, b: Waiting): number {
  return a.sequence.sequenceIndex - b.sequence.sequenceIndex;
}
