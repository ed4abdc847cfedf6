const maxLength = 600;

/**
 * The llama.cpp log before a failure. Its errors alone are generic ("Failed to load model"); the log before it
 * contains the reason, such as an unknown architecture or a truncated file.
 */
export class EngineLog {
  #buffered = '';

  /** Records a message and forwards it to stderr, where the service reads the crash output of the process. */
  push(message: string): void {
    process.stderr.write(`${message.trimEnd()}\n`);
    const line = message.trim();
    if (line !== '' && !this.#buffered.includes(line))
      this.#buffered = `${this.#buffered}${this.#buffered === '' ? '' : '; '}${line}`.slice(-maxLength);
  }

  /** Adds the recorded log lines to the error of a failure. */
  async explain<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (thrown) {
      // Log messages arrive through the event loop.
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (this.#buffered === '') throw thrown;
      throw new Error(`${thrown instanceof Error ? thrown.message : String(thrown)} (${this.#buffered})`, {
        cause: thrown,
      });
    }
  }
}
