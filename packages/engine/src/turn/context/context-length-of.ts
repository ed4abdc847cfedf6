import type { LanguageModel } from '../../ports/language-model.js';

/**
 * Maximum number of tokens of prompt and completion together. Undefined where the language model cannot report it,
 * which does not prevent requests.
 */
export async function contextLengthOf(languageModel: Pick<LanguageModel, 'modelInfo'>): Promise<number | undefined> {
  return (await languageModel.modelInfo().catch(() => undefined))?.contextLength;
}
