import { demoModelPath } from '@org/demo-model';
import { messagesApi } from '@org/dialects/messages';
import { responsesApi } from '@org/dialects/responses';
import { EngineError, type LanguageModel, ModelLoadError, type UpstreamApi } from '@org/engine';
import {
  createLlamaModel,
  isModelReference,
  type LocalLanguageModelOptions,
  type LoadedModel,
  ModelFolder,
  ModelMemory,
  requireLlamaCpp,
  type SandboxReport,
  shardNames,
} from '@org/llama';
import { createAiSdkModel, createChatCompletionsModel, createUpstreamApiModel } from '@org/providers';
import { ConfigError } from '../config/checks/config-error.js';
import type { AiSdkSettings } from '../config/providers/ai-sdk-settings.js';
import type { MessagesSettings } from '../config/providers/messages-settings.js';
import type { ResponsesSettings } from '../config/providers/responses-settings.js';
import type { NamedProvider } from '../config/settings/model-settings.js';
import { secretFrom } from '../config/checks/secret-from.js';
import { UpstreamPolicies } from '../upstream-policy/upstream-policies.js';
import { pullModel } from '../model-files/pull-model.js';
import { fromEnvironment, ofModel } from './from-environment.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Log for facts detected about a model. */
interface ModelLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

/**
 * Creates the language model of `settings`. No model runs and nothing is connected yet; packages are imported, and
 * missing model files downloaded.
 */
export function createLanguageModel(
  { name, provider }: NamedProvider,
  variables: Variables,
  memory = new ModelMemory(),
  log?: ModelLog,
  policies = new UpstreamPolicies(),
): LanguageModel | Promise<LanguageModel> {
  if (provider.kind !== 'llama') policies.warmUp();
  switch (provider.kind) {
    case 'llama': {
      requireInstalled(name);
      const { kind: _, model, modelsFolder, sampling, ...settings } = definedOnly(provider);
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
        ...options
      } = definedOnly(provider);
      return createChatCompletionsModel({
        id: name,
        profile: 'detect',
        onDetect: (profile) => log?.info({ model: name, profile }, 'upstream detected'),
        onPromptTruncated: (prompt) => log?.warn({ model: name, ...prompt }, 'upstream truncated the prompt'),
        ...options,
        ...(timeouts === undefined ? {} : { timeouts: definedOnly(timeouts) }),
        ...fromEnvironment(ofModel(name), { apiKeyEnv, proxyEnv, headers, headersEnv }, variables),
      });
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

function sandboxFacts({ level, tool, unmet }: SandboxReport): object {
  return {
    sandbox: level,
    ...(tool === undefined ? {} : { sandboxTool: tool }),
    ...(unmet === undefined ? {} : { sandboxReason: unmet.join('; ') }),
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

/** Throws a ConfigError that names the model where the library for local models, an optional dependency, is missing. */
function requireInstalled(model: string): void {
  try {
    requireLlamaCpp();
  } catch (error) {
    throw toConfigError(model, error);
  }
}

/** Reports an error that an operator can fix in one sentence. */
function toConfigError(model: string, error: unknown): unknown {
  return error instanceof EngineError || error instanceof ModelLoadError
    ? new ConfigError(`models: "${model}": ${error.message}`, { cause: error })
    : error;
}

/** Settings without absent optional members, which a DTO holds as `undefined`. */
function definedOnly<T extends object>(settings: T): T {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as T;
}
