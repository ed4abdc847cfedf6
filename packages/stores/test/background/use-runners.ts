import { type JobRun, JobRunner, type JobRunnerOptions, type JobSettings } from '@org/engine';
import { type StoreFixture, type StoreLocation, testJobSettings, turnOf, useStores } from '@org/engine/testing';

/** The runners of one test on one store location, like the replicas of the service. */
export interface RunnersOfATest {
  readonly stores: StoreFixture;
  /** Failures reported to all runners. */
  readonly failures: readonly unknown[];
  /** Starts another runner. Default: the settings of the tests, the initial store of every test, the unnamed queue. */
  runner(
    execute: (run: JobRun) => Promise<void>,
    over?: Partial<JobSettings>,
    store?: JobRunnerOptions['store'],
    queue?: string,
  ): Promise<JobRunner>;
  /** Creates a job whose log has one event, `"queued"`. */
  enqueue(id: string): Promise<boolean>;
  /** Ends a job; the turn and the log record by which runner. */
  end(run: JobRun, by?: string): Promise<boolean>;
  log(id: string): Promise<string[]>;
  statusOf(id: string): Promise<string | undefined>;
}

/**
 * Gives every test of the surrounding `describe` a fresh store location without runners, and stops its runners
 * afterwards.
 */
export function useRunners(makeLocation: () => Promise<StoreLocation>): RunnersOfATest {
  const stores = useStores(makeLocation);
  const runners: JobRunner[] = [];
  const failures: unknown[] = [];
  beforeEach(() => void failures.splice(0));
  // Runs before the stores are closed.
  afterEach(() => Promise.all(runners.splice(0).map((each) => each.stop(0))));

  return {
    stores,
    failures,
    async runner(execute, over = {}, store = stores.store, queue = '') {
      const made = new JobRunner({
        store,
        settings: { ...testJobSettings, ...over },
        queue,
        execute: execute,
        onFailure: (error) => failures.push(error),
      });
      runners.push(made);
      await made.start();
      return made;
    },
    enqueue: (id) =>
      stores.store.putTurn(turnOf({ id, status: 'queued', output: [] }), {
        job: { request: { of: id } },
        events: [{ seq: 0, data: '"queued"' }],
      }),
    end: (run, by = 'end') => run.end(turnOf({ id: run.job.turnId, payload: { by } }), [JSON.stringify(by)]),
    log: async (id) => (await stores.store.readEvents('ada', id, -1, 1_000))?.events.map(({ data }) => data) ?? [],
    statusOf: async (id) => (await stores.store.getTurn('ada', id))?.status,
  };
}
