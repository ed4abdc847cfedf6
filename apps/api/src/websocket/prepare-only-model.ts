import { emptyUsage, type GenerationEvent, type LanguageModel } from '@org/engine';

/** A placeholder for `model` in a turn that is only prepared: it ends at once without output. */
export function createPrepareOnlyModel(model: LanguageModel): LanguageModel {
  return {
    ...(model.native === undefined ? {} : { native: model.native }),
    modelInfo: () => model.modelInfo(),
    close: () => Promise.resolve(),
    async *generate(request): AsyncGenerator<GenerationEvent> {
      yield { type: 'generation-start', model: request.model, usage: emptyUsage, warnings: [] };
      yield { type: 'generation-end', finishReason: { unified: 'stop' }, usage: emptyUsage };
    },
  };
}
