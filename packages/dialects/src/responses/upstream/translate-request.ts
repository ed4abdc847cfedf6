// A request of another dialect in the terms of this wire.
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
import { withPlainTexts } from './plain-texts.js';

/** The wire's least cap on an answer. */
const leastOutputTokens = 16;

/** What of the request this wire cannot say leaves a warning. */
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

/** On the other wire a model goes on with what it is said to have begun; here it answers anew. */
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

/** This wire holds calls to their schemas unless it is told not to; the other only where that is asked for. */
function withStrictness(tool: ToolDefinition): ToolDefinition {
  return tool.kind === 'function' && tool.strict === undefined ? { ...tool, strict: false } : tool;
}

function translateLimits({ limits }: GenerationRequest, warnings: Warning[]): GenerationRequest['limits'] {
  const { maxOutputTokens } = limits;
  if (maxOutputTokens === undefined || maxOutputTokens >= leastOutputTokens) return limits;
  // A cap of 0 asks for nothing of the answer, and gets nothing of it.
  if (maxOutputTokens > 0)
    warnings.push({
      kind: 'clamped',
      param: 'max_tokens',
      message: `The upstream requires an output limit of at least ${leastOutputTokens} tokens.`,
    });
  return { ...limits, maxOutputTokens: leastOutputTokens };
}

/** Reasoning that is wanted is wanted to be seen: this wire shows its text only when asked for a summary. A tier and the user have their own words here. */
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
  // What is the same as none to the wire is none to a server that checks its form: vLLM refuses a picture without.
  return part.media === 'image' && part.detail === undefined ? { ...part, detail: 'auto' } : part;
}

/** Text is said as text, and the bytes of a file need a name: their type is read off it. */
function translateFile(part: MediaPart): TextPart | MediaPart {
  const { source, filename } = part;
  if (source.type === 'text')
    return { type: 'text', text: filename === undefined ? source.text : `${filename}\n\n${source.text}` };
  if (source.type !== 'base64') return part;
  const name = filename ?? 'document';
  return { ...part, filename: source.mediaType === 'application/pdf' && !/\.pdf$/i.test(name) ? `${name}.pdf` : name };
}
