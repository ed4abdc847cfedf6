import { CannotCount } from '../errors/cannot-count.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest, OptionalParameter } from '../model/generation-request.js';
import type { ModelInfo } from '../model/model-info.js';
import type { LanguageModel, InputCount, NativeUpstream } from '../ports/language-model.js';
import type { RunContext } from '../ports/run-context.js';
import type { TableRoute } from './model-table.js';
import type { WatchRun } from './run-watch.js';
import type { RegisteredModel } from './registered-model.js';

/** The language model of one name. Each run uses the model that serves the name when the run starts. */
export class ResolvedModel implements LanguageModel {
  readonly native?: NativeUpstream;
  readonly signer?: string;
  readonly supportsParameter?: (parameter: OptionalParameter) => boolean;
  readonly countTokens?: NonNullable<LanguageModel['countTokens']>;

  readonly #find: () => TableRoute<RegisteredModel>;
  readonly #watchRun: WatchRun | undefined;

  /** `find`: returns the route that serves the name now. */
  constructor(find: () => TableRoute<RegisteredModel>, watchRun?: WatchRun) {
    this.#find = find;
    this.#watchRun = watchRun;
    const { native, signer, supportsParameter: supports, countTokens } = find().entry.languageModel;
    if (native !== undefined) this.native = native;
    if (signer !== undefined) this.signer = signer;
    if (supports !== undefined)
      this.supportsParameter = (parameter) => this.#find().entry.languageModel.supportsParameter?.(parameter) === true;
    if (countTokens !== undefined) this.countTokens = (request, context) => this.#countTokens(request, context);
  }

  async modelInfo(): Promise<ModelInfo> {
    return await this.#find().entry.languageModel.modelInfo();
  }

  generate(request: GenerationRequest, context: RunContext): AsyncIterable<GenerationEvent> {
    const { pattern, entry } = this.#find();
    if (context.logFields !== undefined) context.logFields.pattern = pattern;
    const watch = this.#watchRun?.({ pattern, request, context });
    return entry.generate(request, watch?.trace === undefined ? context : { ...context, trace: watch.trace }, watch);
  }

  /** It is the registry's to close. */
  async close(): Promise<void> {}

  async #countTokens(request: GenerationRequest, context: RunContext): Promise<InputCount> {
    const { pattern, entry } = this.#find();
    if (context.logFields !== undefined) context.logFields.pattern = pattern;
    const count = await entry.countTokens(request, context);
    if (count === undefined) throw new CannotCount(request.model);
    return count;
  }
}
