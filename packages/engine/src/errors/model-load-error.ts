/**
 * Why a model could not be loaded, in the words of the engine that was to run it. They are about the file and this machine,
 * never about a request, so they may stand in the log.
 */
export class ModelLoadError extends Error {
  override readonly name = 'ModelLoadError';

  /** `stack`: where it happened, in the process that tried. */
  constructor(message: string, stack?: string) {
    super(message);
    if (stack !== undefined) this.stack = stack;
  }
}
