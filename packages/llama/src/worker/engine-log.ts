const maxLength = 600;

/**
 * What llama.cpp says when it fails. Its errors alone are poor ("Failed to load model"); the reason is in what it logged before,
 * such as an architecture that it does not know or a file that is cut short.
 */
export class EngineLog {
  #heard = '';

  /** Passed on to standard error, too: when the process ends by itself, the service reads its last words there. */
  hear(message: string): void {
    process.stderr.write(`${message.trimEnd()}\n`);
    const line = message.trim();
    if (line !== '' && !this.#heard.includes(line))
      this.#heard = `${this.#heard}${this.#heard === '' ? '' : '; '}${line}`.slice(-maxLength);
  }

  /** Adds what was heard to the error of something that fails. */
  async explain<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (thrown) {
      // What is logged comes by way of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (this.#heard === '') throw thrown;
      throw new Error(`${thrown instanceof Error ? thrown.message : String(thrown)} (${this.#heard})`, {
        cause: thrown,
      });
    }
  }
}
