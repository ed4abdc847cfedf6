// A model host is a separate process that handles one kind of request over IPC, so that its CPU time excludes the
// load generator's.

/**
 * @typedef {object} Load
 * @property {readonly string[]} prompts one for each stream; all start at once
 * @property {number} tokens maximum number of output tokens
 *
 * @typedef {object} StreamTimes milliseconds since the start of the load
 * @property {number} first the first token
 * @property {number} last the last token
 * @property {number} count number of received tokens
 * @property {number} prompt number of prompt tokens
 */

/**
 * Runs loads until the parent exits.
 * @param {(prompt: string, tokens: number, onToken: () => void) => Promise<number>} generate returns the number of prompt tokens
 * tokens
 */
export function serve(generate) {
  process.on('message', async ({ id, prompts, tokens }) => {
    const started = performance.now();
    try {
      const streams = await Promise.all(
        prompts.map(async (text) => {
          const times = { first: Number.NaN, last: Number.NaN, count: 0, prompt: 0 };
          times.prompt = await generate(text, tokens, () => {
            times.last = performance.now() - started;
            if (times.count === 0) times.first = times.last;
            times.count += 1;
          });
          return times;
        }),
      );
      process.send({ id, streams });
    } catch (error) {
      process.send({ id, error: String(error?.stack ?? error) });
    }
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ ready: true });
}
