/**
 * Why a model failed to load, as reported by the inference engine. The message concerns the file and this machine,
 * never a request, so the service may log it.
 */
export class ModelLoadError extends Error {
  override readonly name = 'ModelLoadError';

  /** `stack`: where it happened, in the process that tried. */
  constructor(message: string, stack?: string) {
    super(message);
    if (stack !== undefined) this.stack = stack;
  }
}
