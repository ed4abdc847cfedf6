import { fileURLToPath } from 'node:url';

import { pool, Promise as PoolPromise, type Pool } from 'workerpool';

import { EngineError } from '@org/engine';
import { fromFailure } from '../../process-messages.js';
import { FairQueue } from '../../fair-queue.js';
import type { PromptContent, PromptForm, PromptText } from '../../prompt/prompt-writer.js';
import type { runPromptTask } from './prompt-task.js';
import type { runSchemaTask, SchemaTask } from './schema-task.js';

const program = fileURLToPath(new URL('./schema-thread.js', import.meta.url));
/** What one task may take, once it is its turn. Milliseconds. */
const deadline = 3_000;
/** The same for a prompt: templates are slow, and what fills a large context is much. */
const promptDeadline = 6_000;
/** What one task may hold, MiB. */
const memory = 256;
/** One for an owner whose task runs into its deadline, one for the others. */
const threads = 2;

/** Who wants to have something read. */
export interface Customer {
  readonly owner: string;
  readonly signal: AbortSignal;
}

/**
 * Reads what clients wrote to hold a model with: schemas, patterns, grammars. A few characters of these can keep a program busy for
 * years, so it is done in threads that are ended at a deadline, while the model goes on with everybody else's requests.
 * Each owner has one task at a time in them. Long prompts are written there, too.
 */
export class SchemaWorkerPool {
  readonly #pool: Pool;
  readonly #queue = new FairQueue(threads, { running: 1 });

  /** `form`: of the prompts of the model. */
  constructor(form: PromptForm) {
    this.#pool = pool(program, {
      workerType: 'thread',
      minWorkers: 1,
      maxWorkers: threads,
      workerTerminateTimeout: 10,
      workerThreadOpts: { workerData: form, resourceLimits: { maxOldGenerationSizeMb: memory } },
    });
  }

  /** The grammar that a task asks for, or the fault that a check finds. Throws an EngineError; `unsupported` for a task that does not end in time, `cancelled` after an abort before its turn. */
  async run(task: SchemaTask, { owner, signal }: Customer): Promise<string | undefined> {
    const taskResult = await this.#queue.run(owner, signal, () => this.#taskResult(task));
    if ('failure' in taskResult) throw fromFailure(taskResult.failure);
    return taskResult.text;
  }

  /** A prompt as text. Throws an EngineError; `too-large` for one that is not written in time. */
  async write(content: PromptContent, { owner, signal }: Customer): Promise<PromptText> {
    const taskResult = await this.#queue.run(owner, signal, () => this.#written(content));
    if ('failure' in taskResult) throw fromFailure(taskResult.failure);
    return taskResult;
  }

  async #taskResult(task: SchemaTask): Promise<ReturnType<typeof runSchemaTask>> {
    try {
      return await this.#pool.exec<typeof runSchemaTask>('run', [task]).timeout(deadline);
    } catch (thrown) {
      throw new EngineError(
        'unsupported',
        `The schemas, patterns and grammars of this request take ${describeMemoryLimit(thrown, deadline)} to compile.`,
        { cause: thrown },
      );
    }
  }

  async #written(content: PromptContent): Promise<ReturnType<typeof runPromptTask>> {
    try {
      return await this.#pool
        .exec<(content: PromptContent) => ReturnType<typeof runPromptTask>>('write', [content])
        .timeout(promptDeadline);
    } catch (thrown) {
      throw new EngineError(
        'too-large',
        `The messages and tools of this request take ${describeMemoryLimit(thrown, promptDeadline)} to render for the model.`,
        { cause: thrown },
      );
    }
  }
}

function describeMemoryLimit(thrown: unknown, limit: number): string {
  return thrown instanceof PoolPromise.TimeoutError ? `longer than ${limit / 1_000} seconds` : 'too much memory';
}
