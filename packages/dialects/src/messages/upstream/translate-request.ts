// Translates a request of another dialect to this API.
import { type GenerationRequest, type Sampling, ToolNames, type Warning } from '@org/engine';
import { renameTools } from '../../shared/upstream/rename-tools.js';
import {
  translateContent,
  translateParts,
  type ContentPart,
  type TranslateContent,
} from '../../shared/upstream/translate-parts.js';
import { toMessagesConversation } from './to-messages-conversation.js';

/** The least `top_p` that goes with thinking. */
const minTopP = 0.95;

/** Request fields that this API cannot express cause a warning. */
export function translateRequest(request: GenerationRequest): {
  readonly request: GenerationRequest;
  readonly warnings: readonly Warning[];
} {
  const warnings = unsupportedSettingWarnings(request);
  const renamed = renameTools(request, new ToolNames(request.tools));
  const messages = toMessagesConversation(translateParts(renamed.messages, translate, warnings), warnings);
  return { request: { ...renamed, messages, ...thinkingSettings(request, warnings) }, warnings };
}

/**
 * The sampling that the upstream uses: the API has no penalties and no log-probabilities, and its maximum temperature
 * is 1.
 */
export function supportedSampling(request: GenerationRequest): Sampling {
  const { temperature, topP } = thinkingSettings(request, []).sampling;
  return {
    ...(temperature !== undefined && { temperature: Math.min(1, temperature) }),
    ...(topP !== undefined && { topP }),
  };
}

/** A model with a forced call cannot think first, and a thinking model uses the default sampling. */
function thinkingSettings(
  { reasoning, toolChoice, sampling }: GenerationRequest,
  warnings: Warning[],
): Pick<GenerationRequest, 'reasoning' | 'sampling'> {
  const ignored = (param: string, message: string): void => void warnings.push({ kind: 'ignored', param, message });
  if (reasoning?.enabled !== true || reasoning.implied === true)
    return { sampling, ...(reasoning !== undefined && { reasoning }) };
  if (
    toolChoice.type === 'required' ||
    toolChoice.type === 'tool' ||
    (toolChoice.type === 'allowed' && toolChoice.mode === 'required')
  ) {
    ignored('reasoning', 'The upstream does not support reasoning with a forced tool call.');
    return { sampling, reasoning: { ...reasoning, implied: true } };
  }
  const { temperature, topP, topK, ...others } = sampling;
  if (temperature !== undefined && temperature !== 1)
    ignored('temperature', "The upstream does not support 'temperature' with reasoning.");
  if (topK !== undefined) ignored('top_k', "The upstream does not support 'top_k' with reasoning.");
  const keepsTopP = topP !== undefined && topP >= minTopP;
  if (topP !== undefined && !keepsTopP)
    ignored('top_p', `The upstream does not support a 'top_p' below ${minTopP} with reasoning.`);
  return { reasoning, sampling: { ...others, ...(keepsTopP && { topP }) } };
}

function unsupportedSettingWarnings({ sampling, outputFormat, tools }: GenerationRequest): Warning[] {
  const warnings: Warning[] = [];
  const ignored = (param: string, message: string): void => void warnings.push({ kind: 'ignored', param, message });
  if ((sampling.temperature ?? 0) > 1)
    warnings.push({
      kind: 'clamped',
      param: 'temperature',
      message: "The upstream supports a 'temperature' of at most 1.",
    });
  if (sampling.seed !== undefined) ignored('seed', "The upstream does not support 'seed'.");
  if ((sampling.presencePenalty ?? 0) !== 0) ignored('presence_penalty', 'The upstream does not support penalties.');
  if ((sampling.frequencyPenalty ?? 0) !== 0) ignored('frequency_penalty', 'The upstream does not support penalties.');
  if (sampling.topLogprobs !== undefined) ignored('top_logprobs', 'The upstream does not report log-probabilities.');
  if (outputFormat.type === 'json-object')
    ignored('text.format', 'The upstream does not enforce JSON without a schema.');
  for (const tool of tools) {
    if (tool.kind === 'custom' && tool.format.type === 'grammar')
      ignored('tools', `The upstream receives the grammar of '${tool.name}', but does not enforce it.`);
  }
  return warnings;
}

const translate: TranslateContent = (part: ContentPart) => {
  if (part.type === 'media' && part.media === 'audio') return { lost: 'The upstream does not support audio input.' };
  if (
    part.type === 'media' &&
    part.media === 'document' &&
    part.source.type === 'base64' &&
    part.source.mediaType !== 'application/pdf'
  ) {
    return {
      lost: `The upstream supports PDF files and text, but not files of the type ${part.source.mediaType}.`,
    };
  }
  return translateContent(part);
};
