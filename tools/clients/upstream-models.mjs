/** Patterns of the models that the scripted upstream serves. Claude Code knows its models by parts of their names. */
export const upstreamModels = {
  messages: 'claude-opus-5-native-*',
  hidden: 'claude-opus-5-hidden-*',
  responses: 'native-responses-*',
};

let made = 0;

/**
 * A model that no other scenario uses, because the service remembers what an upstream rejects by model.
 * @param {keyof typeof upstreamModels} kind
 */
export function newModel(kind) {
  return upstreamModels[kind].replace('*', String((made += 1)));
}
