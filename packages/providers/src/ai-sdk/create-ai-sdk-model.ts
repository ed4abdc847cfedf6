import { EngineError, isList, isObject, type JsonValue, type LanguageModel } from '@org/engine';
import type { UpstreamIdentity } from '../errors/upstream-secrets.js';
import { defaultTimeouts } from '../transport/upstream-options.js';
import type { AiSdkOptions } from './ai-sdk-options.js';
import { findFactory, modelSource } from './find-factory.js';
import { asPackageModel } from './language-model.js';
import { AiSdkModel } from './ai-sdk-model.js';
import { loadPackage } from './load-package.js';
import { packageName } from './package-name.js';
import { createUpstreamFetch } from './upstream-fetch.js';

/**
 * A model of an AI SDK package that the operator has installed: Google, Bedrock, Mistral, Groq and many more. Loads
 * the package. Throws an EngineError, whose message continues after the model's name, when the package is missing,
 * has no unambiguous factory, or implements an unknown specification; no such check is deferred to the first request.
 */
export async function createAiSdkModel(options: AiSdkOptions): Promise<LanguageModel> {
  const { package: specifier, apiKey, settings = {} } = options;
  const factory = findFactory(await loadPackage(options), packageName(specifier), options.export);
  const { fetch, close } = createUpstreamFetch({
    connectTimeout: options.timeouts?.connect ?? defaultTimeouts.connect,
    ...(options.proxy !== undefined && { proxy: options.proxy }),
  });
  try {
    const languageModel = modelSource(
      callFactory(factory, { ...settings, fetch, ...(apiKey === undefined ? {} : { apiKey }) }),
      options.method,
    );
    if (options.model !== undefined) asPackageModel(callFactory(languageModel, options.model));
    return new AiSdkModel({ name: specifier, languageModel, close, identity: identityOf(options) }, options);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Settings of packages are free-form, and packages read keys from the environment themselves. */
function identityOf({ apiKey, settings = {}, proxy }: AiSdkOptions): UpstreamIdentity {
  const texts = textsIn(settings);
  const fromEnvironment = Object.entries(process.env).filter(([name]) => /KEY|TOKEN|SECRET|PASSWORD/.test(name));
  return {
    apiKey,
    keys: [
      ...texts.filter(({ name, text }) => !URL.canParse(text) && /key|token|secret|password|credential/i.test(name)),
      ...fromEnvironment.map(([name, text = '']) => ({ name, text })),
    ].map(({ text }) => text),
    urls: [...texts.map(({ text }) => text), proxy],
  };
}

/** All texts in a setting, each with the name of its member. */
function textsIn(value: JsonValue | undefined, name = ''): readonly { readonly name: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ name, text: value }];
  if (isList(value)) return value.flatMap((element) => textsIn(element, name));
  return isObject(value) ? Object.entries(value).flatMap(([member, inner]) => textsIn(inner, member)) : [];
}

/** Calls into the package. Its errors may quote settings, so only their kind is reported. */
function callFactory<Argument, Result>(call: (argument: Argument) => Result, argument: Argument): Result {
  try {
    return call(argument);
  } catch (cause) {
    const kind = cause instanceof Error ? cause.name : typeof cause;
    throw new EngineError('invalid-request', `its package does not accept the settings (${kind})`, {
      cause,
      retryable: false,
    });
  }
}
