import { cannotCount } from '../errors/cannot-count.js';
import type { GenerationEvent } from '../model/generation-event.js';
import type { GenerationRequest, Wish } from '../model/generation-request.js';
import type { ModelCard } from '../model/model-card.js';
import type { Generator, InputCount, NativeUpstream } from '../ports/generator.js';
import type { RunContext } from '../ports/run-context.js';
import type { TableRoute } from './model-table.js';
import type { WatchRun } from './run-watch.js';
import type { ServedGenerator } from './served-generator.js';

/** The generator of one name. Each of its runs goes to whoever answers for the name when it begins. */
export class ResolvedModel implements Generator {
  readonly native?: NativeUpstream;
  readonly issuer?: string;
  readonly heeds?: (wish: Wish) => boolean;
  readonly countTokens?: NonNullable<Generator['countTokens']>;

  readonly #find: () => TableRoute<ServedGenerator>;
  readonly #watchRun: WatchRun | undefined;

  /** `find`: who answers for the name now. */
  constructor(find: () => TableRoute<ServedGenerator>, watchRun?: WatchRun) {
    this.#find = find;
    this.#watchRun = watchRun;
    const { native, issuer, heeds, countTokens } = find().entry.generator;
    if (native !== undefined) this.native = native;
    if (issuer !== undefined) this.issuer = issuer;
    if (heeds !== undefined) this.heeds = (wish) => this.#find().entry.generator.heeds?.(wish) === true;
    if (countTokens !== undefined) this.countTokens = (request, context) => this.#countTokens(request, context);
  }

  async card(): Promise<ModelCard> {
    return await this.#find().entry.generator.card();
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
    if (count === undefined) throw cannotCount(request.model);
    return count;
  }
}
