import type { LanguageModel } from '../../ports/language-model.js';

/** How many tokens a generator takes at most, prompt and answer together. Nothing where it cannot say: it can be asked all the same. */
export async function contextLengthOf(languageModel: Pick<LanguageModel, 'modelInfo'>): Promise<number | undefined> {
  return (await languageModel.modelInfo().catch(() => undefined))?.contextLength;
}
