import { demoModelPath } from '@org/demo-model';
import { messagesApi } from '@org/dialects/messages';
import { responsesApi } from '@org/dialects/responses';
import { type LanguageModel, type UpstreamApi } from '@org/engine';
import {
  createLlamaModel,
  isModelReference,
  type LocalLanguageModelOptions,
  type LoadedModel,
  ModelFolder,
  ModelMemory,
  shardNames,
} from '@org/llama';
import {
  createAiSdkModel,
  createChatCompletionsModel,
  createUpstreamApiModel,
  createUpstreamEmbeddingModel,
  createUpstreamRerankModel,
} from '@org/providers';
import type { AiSdkSettings } from '../config/providers/ai-sdk-settings.js';
import type { MessagesSettings } from '../config/providers/messages-settings.js';
import type { ResponsesSettings } from '../config/providers/responses-settings.js';
import type { NamedProvider } from '../config/settings/model-settings.js';
import { secretFrom } from '../config/checks/secret-from.js';
import { UpstreamPolicies } from '../upstream-policy/upstream-policies.js';
import { pullModel } from '../model-files/pull-model.js';
import { createLocalRetrieval } from './create-local-retrieval.js';
import { definedOnly } from './defined-only.js';
import { fromEnvironment, ofModel } from './from-environment.js';
import type { ModelLog } from './model-log.js';
import { requireInstalled, toConfigError } from './model-config-error.js';
import { sandboxFacts } from './sandbox-facts.js';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Creates the language model of `settings`. No model runs and nothing is connected yet; packages are imported, and
 * missing model files downloaded.
 */
export function createLanguageModel(
  { name, provider, task = 'chat' }: NamedProvider,
  variables: Variables,
  memory = new ModelMemory(),
  log?: ModelLog,
  policies = new UpstreamPolicies(),
): LanguageModel | Promise<LanguageModel> {
  if (provider.kind !== 'llama') policies.warmUp();
  switch (provider.kind) {
    case 'llama': {
      requireInstalled(name);
      if (task !== 'chat') return createLocalRetrieval({ name, provider, task }, { variables, memory, log });
      const { kind: _, model, modelsFolder, sampling, matryoshkaDimensions: __, ...settings } = definedOnly(provider);
      const options = {
        ...settings,
        ...(sampling === undefined ? {} : { sampling: definedOnly(sampling) }),
        memory,
        onLoaded: logLoaded(name, log),
      };
      if (isModelReference(model)) return createFromHub(name, model, new ModelFolder(modelsFolder), options, variables);
      return createLlamaModel({
        id: name,
        modelPath: model === 'demo' ? demoModelPath : shardNames(model)[0],
        ...options,
      });
    }
    case 'chat-completions': {
      const {
        kind: _,
        secretsDigest: _digest,
        apiKeyEnv,
        proxyEnv,
        headers,
        headersEnv,
        timeouts,
        upstreamPolicy: __,
        profile = 'detect',
        ...options
      } = definedOnly(provider);
      const upstream = {
        id: name,
        ...options,
        ...(timeouts === undefined ? {} : { timeouts: definedOnly(timeouts) }),
        ...fromEnvironment(ofModel(name), { apiKeyEnv, proxyEnv, headers, headersEnv }, variables),
      };
      switch (task) {
        case 'embedding':
          return createUpstreamEmbeddingModel(upstream);
        case 'rerank':
          return createUpstreamRerankModel(upstream);
        case 'chat':
          return createChatCompletionsModel({
            profile,
            onDetect: (detected) => log?.info({ model: name, profile: detected }, 'upstream detected'),
            onPromptTruncated: (prompt) => log?.warn({ model: name, ...prompt }, 'upstream truncated the prompt'),
            ...upstream,
          });
      }
    }
    case 'messages':
      return createUpstreamApi(messagesApi, name, provider, variables, policies);
    case 'responses':
      return createUpstreamApi(responsesApi, name, provider, variables, policies);
    case 'ai-sdk':
      return createFromPackage(name, provider, variables);
  }
}

/** Slow responses alone do not show in the log, so it logs a warning when a requested GPU is not used. */
function logLoaded(model: string, log: ModelLog | undefined): (on: LoadedModel) => void {
  return ({ unmet, sandbox, ...on }) => {
    const facts = { model, ...on, ...(sandbox === undefined ? {} : sandboxFacts(sandbox)) };
    return unmet === undefined
      ? log?.info(facts, 'model loaded')
      : log?.warn({ ...facts, reason: unmet }, 'model loaded with less GPU use than configured');
  };
}

async function createFromHub(
  name: string,
  model: string,
  folder: ModelFolder,
  options: Omit<LocalLanguageModelOptions, 'id' | 'modelPath'>,
  variables: Variables,
): Promise<LanguageModel> {
  try {
    return createLlamaModel({
      id: name,
      modelPath: (await pullModel(model, { folder, variables, output: process.stderr })).path,
      ...options,
    });
  } catch (error) {
    throw toConfigError(name, error);
  }
}

function createUpstreamApi(
  api: UpstreamApi,
  name: string,
  settings: MessagesSettings | ResponsesSettings,
  variables: Variables,
  policies: UpstreamPolicies,
): LanguageModel {
  const {
    kind: _,
    secretsDigest: _digest,
    apiKeyEnv,
    proxyEnv,
    headers,
    headersEnv,
    timeouts,
    baseUrl,
    upstreamPolicy,
    ...options
  } = definedOnly(settings);
  return createUpstreamApiModel({
    id: name,
    api,
    apiFor: policies.apiFor(api.dialect, upstreamPolicy),
    ...options,
    // The official clients of one API expect the `/v1`, those of the other do not, so both forms are accepted.
    baseUrl: baseUrl.replace(/\/v1\/*$/, ''),
    ...(timeouts === undefined ? {} : { timeouts: definedOnly(timeouts) }),
    ...fromEnvironment(ofModel(name), { apiKeyEnv, proxyEnv, headers, headersEnv }, variables),
  });
}

async function createFromPackage(name: string, settings: AiSdkSettings, variables: Variables): Promise<LanguageModel> {
  const {
    kind: _,
    secretsDigest: _digest,
    apiKeyEnv,
    proxyEnv,
    headers,
    headersEnv,
    settingsEnv = {},
    timeouts,
    hostedTools,
    upstreamPolicy: __,
    ...options
  } = definedOnly(settings);
  const secrets = Object.entries(settingsEnv).map(
    ([setting, variable]) => [setting, secretFrom(variables, variable, ofModel(name))] as const,
  );
  try {
    return await createAiSdkModel({
      id: name,
      ...options,
      settings: { ...options.settings, ...Object.fromEntries(secrets) },
      ...(hostedTools === undefined ? {} : { hostedTools: hostedTools.map(definedOnly) }),
      ...(timeouts === undefined ? {} : { timeouts: definedOnly(timeouts) }),
      ...fromEnvironment(ofModel(name), { apiKeyEnv, proxyEnv, headers, headersEnv }, variables),
    });
  } catch (error) {
    throw toConfigError(name, error);
  }
}
