// The upstream target of the upstream API tests.
import type { UpstreamTarget } from '@org/engine';

export const target: UpstreamTarget = {
  model: 'upstream-model',
  signer: 'up',
  maxOutputTokens: 4096,
  encryptedReasoning: true,
  plainReasoning: 'any',
  mediaInResults: true,
  tools: 'all',
  systemMessages: 'anywhere',
  omittedTools: [],
};

/** A value as the client sees it, with every upstream signature in its original form. */
export function unmarked<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll(/"via\.[ser]\.up\./g, '"')) as Value;
}
