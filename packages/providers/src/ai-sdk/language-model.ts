import type {
  LanguageModelV2,
  LanguageModelV2StreamPart,
  LanguageModelV3,
  LanguageModelV3StreamPart,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { EngineError } from '@org/engine';
import { toV2Options, toV3Options } from './older-options.js';

/** A model of an AI SDK package, of any generation of the specification that we know. */
export type PackageModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

/** What such a model streams. */
export type StreamPart = LanguageModelV2StreamPart | LanguageModelV3StreamPart | LanguageModelV4StreamPart;

/** The generations of the specification that are understood. */
const knownSpecifications: readonly string[] = ['v2', 'v3', 'v4'];

/** `value` as a model. Throws `unsupported` for a generation that is not known, and for what is no model at all. */
export function asPackageModel(value: unknown): PackageModel {
  const version =
    typeof value === 'object' && value !== null && 'specificationVersion' in value
      ? value.specificationVersion
      : undefined;
  if (version === undefined)
    throw new EngineError('unsupported', 'its factory does not create a language model', { retryable: false });
  if (!isPackageModel(value)) {
    throw new EngineError(
      'unsupported',
      `its models follow specification ${String(version)}; the service supports ${knownSpecifications.join(', ')}`,
      { retryable: false },
    );
  }
  return value;
}

/** Starts an answer. `options` are those of the newest specification; older models get them in their own form. */
export async function openStream(
  model: PackageModel,
  options: LanguageModelV4CallOptions,
): Promise<ReadableStream<StreamPart>> {
  switch (model.specificationVersion) {
    case 'v2':
      return (await model.doStream(toV2Options(options))).stream;
    case 'v3':
      return (await model.doStream(toV3Options(options))).stream;
    case 'v4':
      return (await model.doStream(options)).stream;
  }
}

function isPackageModel(value: unknown): value is PackageModel {
  return (
    typeof value === 'object' &&
    value !== null &&
    'specificationVersion' in value &&
    knownSpecifications.includes(String(value.specificationVersion)) &&
    'doStream' in value &&
    typeof value.doStream === 'function'
  );
}
