/** A notifier that remembers a notification until the next wait: none is lost between reading and waiting. */
export class Notifier {
  #notified = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#notified = true;
    this.#wake?.();
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#notified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#notified = false;
  }
}
