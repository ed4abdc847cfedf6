import { demoModelPath } from '@org/demo-model';
import { createChatCompletionsGenerator } from '@org/engine/generators/chat-completions/chat-completions-generator';
import { createLlamaGenerator } from '@org/engine/generators/llama/llama-generator';
import type { Generator } from '@org/engine/ports/generator';
import { ConfigError } from '../config/config-error.js';
import type { ModelSettings } from '../config/service-file.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Makes the generator that `settings` describes. Nothing is loaded or connected yet. */
export function createGenerator({ name, generator }: ModelSettings, variables: Variables): Generator {
  switch (generator.kind) {
    case 'llama': {
      const { kind: _, model, ...options } = definedOnly(generator);
      return createLlamaGenerator({ id: name, modelPath: model === 'demo' ? demoModelPath : model, ...options });
    }
    case 'chat-completions': {
      const { kind: _, apiKeyEnv, timeouts, ...options } = definedOnly(generator);
      return createChatCompletionsGenerator({
        id: name,
        ...options,
        ...(timeouts === undefined ? {} : { timeouts: definedOnly(timeouts) }),
        ...(apiKeyEnv === undefined ? {} : { apiKey: secretFrom(variables, apiKeyEnv, name) }),
      });
    }
  }
}

function secretFrom(variables: Variables, variable: string, model: string): string {
  const secret = variables[variable];
  if (secret === undefined || secret === '') throw new ConfigError(`models: "${model}" takes its key from the environment variable ${variable}, which is not set`);
  return secret;
}

/** Settings without the optional members that were not given, which a DTO holds as `undefined`. */
function definedOnly<T extends object>(settings: T): T {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as T;
}
