import { loadCorpus, type MessagesAnsweredCase, type ResponsesAnsweredCase } from '@org/protocol/corpus';

/** The cases of the messages corpus that have an answer. */
export function answeredMessages(): readonly MessagesAnsweredCase[] {
  return loadCorpus('messages').filter((example) => 'response' in example);
}

/** The cases of the responses corpus that have an answer: failed and queued ones have none to read. */
export function answeredResponses(): readonly ResponsesAnsweredCase[] {
  return loadCorpus('responses')
    .filter((example) => 'response' in example)
    .filter(({ response }) => response.status === 'completed' || response.status === 'incomplete');
}
