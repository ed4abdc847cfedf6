import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4ProviderTool,
  LanguageModelV4ToolChoice,
} from '@ai-sdk/provider';
import {
  commonSchema,
  customToolSchema,
  describeCustomTool,
  effortOfBudget,
  type GenerationRequest,
  grammarWarnings,
  isAmong,
  type JsonObject,
  type NamedTool,
  type OutputFormat,
  type ReasoningRequest,
  inlineSchemaReferences,
  type ToolChoice,
  ToolNames,
  type TraceContext,
  traceHeaders,
  type Warning,
} from '@org/engine';
import type { CallOptions, HostedToolOptions } from './ai-sdk-options.js';
import type { SupportedUrls } from './encode-media.js';
import { encodePrompt } from './encode-prompt.js';
import type { PackageModel } from './language-model.js';
import type { Signer } from './metadata-signature.js';

/** A call as it goes to the package, and what is needed to read the answer. */
export interface EncodedCall {
  readonly options: LanguageModelV4CallOptions;
  readonly names: ToolNames;
  readonly warnings: readonly Warning[];
}

export interface EncodeCallOptions extends Pick<CallOptions, 'headers' | 'providerOptions' | 'hostedTools'> {
  readonly specification: PackageModel['specificationVersion'];
  readonly supportedUrls: SupportedUrls;
  readonly signer: Signer;
  readonly requestId: string;
  readonly trace?: TraceContext | undefined;
}

/** The neutral request as options of the newest specification. */
export function encodeCall(
  request: GenerationRequest,
  {
    specification,
    supportedUrls,
    signer,
    headers,
    providerOptions,
    hostedTools = [],
    requestId,
    trace,
  }: EncodeCallOptions,
): EncodedCall {
  const warnings: Warning[] = [];
  const names = new ToolNames(request.tools);
  const { sampling, limits, stopSequences } = request;
  const { temperature, topP, topK, seed, presencePenalty, frequencyPenalty } = sampling;
  if (sampling.topLogprobs !== undefined)
    warnings.push({
      kind: 'ignored',
      param: 'top_logprobs',
      message: 'The upstream does not report log-probabilities.',
    });
  const options: LanguageModelV4CallOptions = {
    prompt: encodePrompt(request.messages, { names, supportedUrls, signer, warnings }),
    // No package knows an answer of nothing: one token is asked for and not delivered.
    ...(limits.maxOutputTokens === undefined ? {} : { maxOutputTokens: Math.max(1, limits.maxOutputTokens) }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(topK === undefined || topK === 0 ? {} : { topK }),
    ...(seed === undefined ? {} : { seed }),
    ...(presencePenalty === undefined ? {} : { presencePenalty }),
    ...(frequencyPenalty === undefined ? {} : { frequencyPenalty }),
    ...(stopSequences.length === 0 ? {} : { stopSequences: [...stopSequences] }),
    ...encodeTools(request, names, hostedTools, warnings),
    ...encodeFormat(request.outputFormat),
    ...(request.reasoning === undefined || request.reasoning.implied === true
      ? {}
      : encodeReasoning(request.reasoning, specification, warnings)),
    headers: {
      ...headers,
      ...(/^[\w.:-]{1,128}$/.test(requestId) ? { 'x-request-id': requestId } : {}),
      ...traceHeaders(trace),
    },
    // It came out of the configuration, so it is JSON; the specification's type only lacks the `readonly`.
    ...(providerOptions === undefined
      ? {}
      : { providerOptions: providerOptions as NonNullable<LanguageModelV4CallOptions['providerOptions']> }),
  };
  return { options, names, warnings };
}

function encodeTools(
  { tools, toolChoice }: GenerationRequest,
  names: ToolNames,
  hosted: readonly HostedToolOptions[],
  warnings: Warning[],
): Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'> {
  const offered = tools.filter(
    (tool) => tool.kind !== 'hosted' && (toolChoice.type !== 'allowed' || isAmong(toolChoice.tools, tool)),
  ) as readonly NamedTool[];
  if (offered.length + hosted.length === 0) return {};
  if (toolChoice.type !== 'none') warnings.push(...grammarWarnings(offered));
  return {
    tools: [...offered.map((tool) => encodeTool(tool, names)), ...hosted.map(encodeHostedTool)],
    toolChoice: encodeToolChoice(toolChoice, names),
  };
}

function encodeTool(tool: NamedTool, names: ToolNames): LanguageModelV4FunctionTool {
  const name = names.toApiName(tool.name, tool.namespace);
  if (tool.kind === 'custom')
    return { type: 'function', name, description: describeCustomTool(tool), inputSchema: toSchema(customToolSchema) };
  return {
    type: 'function',
    name,
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: toSchema(inlineSchemaReferences(commonSchema(tool.inputSchema))),
    ...(tool.strict === undefined ? {} : { strict: tool.strict }),
  };
}

function encodeHostedTool({ id, name, args = {} }: HostedToolOptions): LanguageModelV4ProviderTool {
  const [family = '', ...rest] = id.split('.');
  return { type: 'provider', id: `${family}.${rest.join('.')}`, name: name ?? rest.join('.'), args };
}

function encodeToolChoice(choice: ToolChoice, names: ToolNames): LanguageModelV4ToolChoice {
  switch (choice.type) {
    case 'auto':
    case 'none':
    case 'required':
      return { type: choice.type };
    case 'allowed':
      return { type: choice.mode };
    case 'tool':
      return { type: 'tool', toolName: names.toApiName(choice.name, choice.namespace) };
  }
}

function encodeFormat(format: OutputFormat): Pick<LanguageModelV4CallOptions, 'responseFormat'> {
  switch (format.type) {
    case 'text':
      return {};
    case 'json-object':
      return { responseFormat: { type: 'json' } };
    case 'json-schema':
      return {
        responseFormat: {
          type: 'json',
          schema: toSchema(format.schema),
          ...(format.name === undefined ? {} : { name: format.name }),
          ...(format.description === undefined ? {} : { description: format.description }),
        },
      };
  }
}

function encodeReasoning(
  { enabled, effort, budgetTokens }: ReasoningRequest,
  specification: PackageModel['specificationVersion'],
  warnings: Warning[],
): Pick<LanguageModelV4CallOptions, 'reasoning'> {
  if (specification !== 'v4') {
    warnings.push({
      kind: 'ignored',
      param: 'reasoning',
      message: 'The package of the model does not support reasoning options in a request.',
    });
    return {};
  }
  if (budgetTokens !== undefined)
    warnings.push({
      kind: 'ignored',
      param: 'reasoning',
      message: 'The upstream supports a reasoning effort instead of a token budget.',
    });
  const wanted = effort ?? (budgetTokens === undefined ? 'medium' : effortOfBudget(budgetTokens));
  return { reasoning: enabled ? wanted : 'none' };
}

/** A JSON Schema is JSON; the specification's type only lacks the `readonly`, and is not ours to narrow to. */
function toSchema(schema: JsonObject): LanguageModelV4FunctionTool['inputSchema'] {
  return schema as LanguageModelV4FunctionTool['inputSchema'];
}
