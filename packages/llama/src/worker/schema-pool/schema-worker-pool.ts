import { fileURLToPath } from 'node:url';

import { pool, Promise as PoolPromise, type Pool } from 'workerpool';

import { EngineError } from '@org/engine';
import { fromFailure } from '../../process-messages.js';
import { packMessage, type Packed } from '../../exact-message.js';
import { FairQueue } from '../../fair-queue.js';
import type { PromptContent, PromptForm, PromptText } from '../../prompt/write-prompt.js';
import type { runPromptTask } from './prompt-task.js';
import type { runSchemaTask, SchemaTask } from './schema-task.js';

const program = fileURLToPath(new URL('./schema-thread.js', import.meta.url));
/** Time limit of one task once it runs, in milliseconds. */
const deadline = 3_000;
/** Time limit of a prompt task, in milliseconds, because templates are slow and a large context holds much text. */
const promptDeadline = 6_000;
/** Memory limit of one task, in MiB. */
const memory = 256;
/** Number of threads: one for an owner whose task runs into its deadline, one for the others. */
const threads = 2;

/** The requester of a task. */
export interface TaskRequester {
  readonly owner: string;
  readonly signal: AbortSignal;
}

/**
 * Compiles client-supplied constraints: schemas, patterns, grammars. A few characters of these can keep a program
 * busy for years, so the pool uses threads with a deadline while the model continues with all other requests. Each
 * owner has one task at a time. Long prompts are rendered there, too.
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
  async run(task: SchemaTask, { owner, signal }: TaskRequester): Promise<string | undefined> {
    const taskResult = await this.#queue.run(owner, signal, () => this.#taskResult(task));
    if ('failure' in taskResult) throw fromFailure(taskResult.failure);
    return taskResult.text;
  }

  /** Renders a prompt as text. Throws an EngineError; `too-large` for a prompt that is not rendered in time. */
  async write(content: PromptContent, { owner, signal }: TaskRequester): Promise<PromptText> {
    const taskResult = await this.#queue.run(owner, signal, () => this.#written(content));
    if ('failure' in taskResult) throw fromFailure(taskResult.failure);
    return taskResult;
  }

  async #taskResult(task: SchemaTask): Promise<ReturnType<typeof runSchemaTask>> {
    try {
      return await this.#pool
        .exec<(task: Packed<SchemaTask>) => ReturnType<typeof runSchemaTask>>('run', [packMessage(task)])
        .timeout(deadline);
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
        .exec<(content: Packed<PromptContent>) => ReturnType<typeof runPromptTask>>('write', [packMessage(content)])
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
