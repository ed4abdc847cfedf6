// Translates a request of another dialect to this API.
import {
  effortOfBudget,
  type GenerationRequest,
  type JsonObject,
  type MediaPart,
  type TextPart,
  type ToolDefinition,
  ToolNames,
  type Warning,
} from '@org/engine';
import { renameTools } from '../../shared/upstream/rename-tools.js';
import {
  translateContent,
  translateParts,
  type ContentPart,
  type TranslateContent,
} from '../../shared/upstream/translate-parts.js';
import { withPlainTexts } from './with-plain-texts.js';

/** The API's minimum output limit, in tokens. */
const minOutputTokens = 16;

/** Request fields that this API cannot express cause a warning. */
export function translateRequest(request: GenerationRequest): {
  readonly request: GenerationRequest;
  readonly warnings: readonly Warning[];
} {
  const warnings: Warning[] = [];
  const renamed = renameTools(request, new ToolNames(request.tools));
  if (request.sampling.topK !== undefined)
    warnings.push({ kind: 'ignored', param: 'top_k', message: "The upstream does not support 'top_k'." });
  if (request.sampling.seed !== undefined)
    warnings.push({ kind: 'ignored', param: 'seed', message: "The upstream does not support 'seed'." });
  warnOfContinuation(request, warnings);
  const translated: GenerationRequest = {
    ...renamed,
    tools: renamed.tools.map(withStrictness),
    messages: translateParts(renamed.messages, translate, warnings).map(withPlainTexts),
    limits: translateLimits(request, warnings),
    ...translateReasoning(request, warnings),
  };
  return { request: translated, warnings };
}

/** In the other API a model continues an assistant prefill; here it starts a new response. */
function warnOfContinuation({ messages }: GenerationRequest, warnings: Warning[]): void {
  const last = messages.at(-1);
  const part = last?.parts.at(-1);
  if (last?.role !== 'assistant' || part?.type !== 'text') return;
  warnings.push({
    kind: 'ignored',
    param: 'messages',
    message: 'The upstream does not support assistant prefill: it receives this text and starts a new response.',
    part,
  });
}

/** This API enforces a call's schema by default; the other one only on request. */
function withStrictness(tool: ToolDefinition): ToolDefinition {
  return tool.kind === 'function' && tool.strict === undefined ? { ...tool, strict: false } : tool;
}

function translateLimits({ limits }: GenerationRequest, warnings: Warning[]): GenerationRequest['limits'] {
  const { maxOutputTokens } = limits;
  if (maxOutputTokens === undefined || maxOutputTokens >= minOutputTokens) return limits;
  // A limit of 0 requests no output and produces none.
  if (maxOutputTokens > 0)
    warnings.push({
      kind: 'clamped',
      param: 'max_tokens',
      message: `The upstream requires an output limit of at least ${minOutputTokens} tokens.`,
    });
  return { ...limits, maxOutputTokens: minOutputTokens };
}

/**
 * A request for reasoning also requests its text: this API returns the text only when a summary is requested. The
 * service tier and the user have this API's own fields.
 */
function translateReasoning(
  { reasoning, serviceTier, endUser }: GenerationRequest,
  warnings: Warning[],
): Pick<GenerationRequest, 'reasoning' | 'extensions'> {
  const fields: JsonObject = {
    ...(reasoning?.enabled === true && { reasoning: { summary: 'auto' } }),
    ...(serviceTier !== undefined && { service_tier: serviceTier }),
    ...(endUser !== undefined && { safety_identifier: endUser }),
  };
  if (reasoning === undefined || reasoning.implied === true) return { extensions: { responses: fields } };
  const { budgetTokens, effort = budgetTokens === undefined ? undefined : effortOfBudget(budgetTokens) } = reasoning;
  if (budgetTokens !== undefined)
    warnings.push({
      kind: 'ignored',
      param: 'thinking.budget_tokens',
      message: 'The upstream supports a reasoning effort instead of a token budget.',
    });
  return {
    extensions: { responses: fields },
    reasoning: { enabled: reasoning.enabled, ...(effort !== undefined && { effort }) },
  };
}

const translate: TranslateContent = (part: ContentPart) =>
  translateContent(part.type === 'media' ? translateMedia(part) : part);

function translateMedia(part: MediaPart): TextPart | MediaPart {
  if (part.media === 'document') return translateFile(part);
  // The API's default equals an absent value, but strict servers require the member: vLLM rejects an image without
  // it.
  return part.media === 'image' && part.detail === undefined ? { ...part, detail: 'auto' } : part;
}

/** Sends a text file as text. The bytes of any other file need a name, because servers derive the type from it. */
function translateFile(part: MediaPart): TextPart | MediaPart {
  const { source, filename } = part;
  if (source.type === 'text')
    return { type: 'text', text: filename === undefined ? source.text : `${filename}\n\n${source.text}` };
  if (source.type !== 'base64') return part;
  const name = filename ?? 'document';
  return { ...part, filename: source.mediaType === 'application/pdf' && !/\.pdf$/i.test(name) ? `${name}.pdf` : name };
}
