import { EngineError, type LanguageModel } from '@org/engine';
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
    return new AiSdkModel({ name: specifier, languageModel, close }, options);
  } catch (error) {
    await close();
    throw error;
  }
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
