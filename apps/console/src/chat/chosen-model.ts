import type { ListedModel } from '../api/fetch-models.js';
import type { ChatForm } from './chat-form.js';

/** The model of the form while the service lists it, else the first of the list. Empty without any. */
export function chosenModel({ model }: Pick<ChatForm, 'model'>, models: readonly ListedModel[]): string {
  return models.some(({ id }) => id === model) ? model : (models[0]?.id ?? '');
}
