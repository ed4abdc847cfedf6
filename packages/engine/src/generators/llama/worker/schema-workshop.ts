import { fileURLToPath } from 'node:url';

import { pool, Promise as PoolPromise, type Pool } from 'workerpool';

import { EngineError } from '../../../errors/engine-error.js';
import { fromFailure } from '../process-messages.js';
import { FairQueue } from '../fair-queue.js';
import type { runSchemaTask, SchemaTask } from './schema-task.js';

const program = fileURLToPath(new URL('./schema-thread.js', import.meta.url));
/** What one task may take, once it is its turn. Milliseconds. */
const deadline = 3_000;
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
 * Each owner has one task at a time in them.
 */
export class SchemaWorkshop {
  readonly #pool: Pool;
  readonly #queue = new FairQueue(threads);

  constructor() {
    this.#pool = pool(program, {
      workerType: 'thread',
      minWorkers: 1,
      maxWorkers: threads,
      workerTerminateTimeout: 10,
      workerThreadOpts: { resourceLimits: { maxOldGenerationSizeMb: memory } },
    });
  }

  /** The grammar that a task asks for, or the fault that a check finds. Throws an EngineError; `unsupported` for a task that does not end in time, `cancelled` after an abort before its turn. */
  async run(task: SchemaTask, { owner, signal }: Customer): Promise<string | undefined> {
    const answer = await this.#queue.run(owner, signal, () => this.#answer(task));
    if ('failure' in answer) throw fromFailure(answer.failure);
    return answer.text;
  }

  async #answer(task: SchemaTask): Promise<ReturnType<typeof runSchemaTask>> {
    try {
      return await this.#pool.exec<typeof runSchemaTask>('run', [task]).timeout(deadline);
    } catch (thrown) {
      const reason = thrown instanceof PoolPromise.TimeoutError ? `longer than ${deadline / 1_000} seconds` : 'too much memory';
      throw new EngineError('unsupported', `The schemas, patterns and grammars of this request take ${reason} to read.`, { cause: thrown });
    }
  }
}
