// Decodes the complete request.
import type { GenerationRequest, JsonObject, JsonValue, Message, Sampling, TurnRequest } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';
import type { DecodeOptions } from '../../dialect.js';
import { equalJson, jsonOf, membersBeyond } from '../../shared/json-of.js';
import { warnOfBetas } from '../../shared/warn-of-betas.js';
import { toolsFromInput, type ToolsFromInput } from '../tools-from-input.js';
import { encodeToolChoice } from '../encode-tool-choice.js';
import { betasKey, toExtensions } from '../extensions.js';
import { logprobsIncludable } from '../include.js';
import { serversFromInput } from '../mcp/servers-from-input.js';
import { serverToolUse } from '../server-tool-use.js';
import { requirePairedCallOutputs } from '../rules/require-paired-call-outputs.js';
import { requireStoreForBackground } from '../rules/require-store-for-background.js';
import { requireCallIds } from '../rules/require-call-ids.js';
import { endsWithTrigger } from '../rules/ends-with-trigger.js';
import { requireFormatName } from '../rules/require-format-name.js';
import { requireInput } from '../rules/require-input.js';
import { ignoredFields, requireKnownFields, serviceOnlyFieldWarnings } from '../rules/known-fields.js';
import { requireKnownFormats } from '../rules/require-known-formats.js';
import { refusePromptTemplate } from '../rules/refuse-prompt-template.js';
import { refuseUnsupportedInput } from '../rules/refuse-unsupported-input.js';
import { refuseUnsupportedMessages } from '../rules/refuse-unsupported-messages.js';
import { requireOneHistory } from '../rules/require-one-history.js';
import { arePlain } from '../rules/are-plain.js';
import { requireReadableIds } from '../rules/require-readable-ids.js';
import { requireReadableCompactions } from '../rules/require-readable-compactions.js';
import { explicitIds, isKnownItem, rejectDuplicateIds } from '../rules/reject-duplicate-ids.js';
import { limitTools, limitToolsTogether } from '../rules/limit-tools.js';
import { withRecentContainer } from '../hosted-tools/with-recent-container.js';
import { requireToolNames } from '../rules/require-tool-names.js';
import { requireServers } from '../rules/require-servers.js';
import { requireUniqueItems } from '../rules/require-unique-items.js';
import { decodeFormat, encodeFormat } from '../text-format.js';
import { decodeContextManagement, summaryAlone } from './context-management.js';
import { conversationOf } from './conversation-of.js';
import { decodeItems, type DecodedItems } from './decode-items.js';
import { decodeReasoningRequest } from './decode-reasoning-request.js';
import { decodeToolChoice } from './decode-tool-choice.js';
import { decodeTools } from './decode-tools.js';
import { onlyPrewarms } from './only-prewarms.js';
import { referencedIds, resolveItems, type ResolvedItem } from './resolve-items.js';

export interface ResponseDecodeOptions extends DecodeOptions {
  /** Nothing is to be generated, only counted or prepared: input is then optional. Default false. */
  readonly allowsNoInput?: boolean;
  /**
   * The turn only prepares for the next one, whose client sends the same again: nothing is added to its conversation.
   * Default false.
   */
  readonly prepareOnly?: boolean;
}

/** Checks the dialect's rules and translates. Throws an EngineError that names the field. */
export function decodeRequest(request: ResponseCreateParams, options: ResponseDecodeOptions): TurnRequest {
  const native = options.native === 'responses';
  const inputToolLists = toolsFromInput(request.input);
  checkRequest(request, inputToolLists, options);
  const items = Array.isArray(request.input) ? resolveItems(request.input, options.items) : [];
  requireReadableIds(items);
  if (!native) {
    requireReadableCompactions(items, (data, purpose) => options.reasoningSigner.decrypt(data, purpose));
    refuseUnsupportedMessages(items);
    requireKnownFormats(request, items);
  }
  const previousId = request.previous_response_id;
  const conversationId = conversationOf(request);
  const continues = typeof previousId === 'string' || conversationId !== undefined;
  const { prepareOnly = false, allowsNoInput = false, betas = [] } = options;
  const onlyReads = prepareOnly || onlyPrewarms(request);
  const instructions = decodeInstructions(request);
  const input = decodeInput(request, items, options);
  if (!native && !continues && !allowsNoInput && !onlyReads) refuseUnsupportedInput(input.messages);
  const { tools: given, warnings: toolWarnings } = decodeTools(request.tools ?? [], options.policy, native);
  const inputTools = inputToolLists.map((list) => ({
    ...decodeTools(list.tools, options.policy, native, list.path),
    isServiceRun: list.isServiceRun,
  }));
  const tools = withRecentContainer([...given, ...serversFromInput(given, inputTools)], items);
  const { choice, warnings: choiceWarnings } = decodeToolChoice(
    request.tool_choice ?? 'auto',
    [...tools, ...inputTools.flatMap((list) => list.tools)],
    continues,
  );
  const management = decodeContextManagement(request);
  const reasoning = decodeReasoningRequest(request.reasoning);
  // The second is the older name.
  const endUser = request.safety_identifier ?? request.user;
  const onlySummarizes = !native && endsWithTrigger(items) && !onlyReads;
  const store = request.store ?? true;
  const generation: GenerationRequest = {
    model: request.model,
    messages: [...instructions, ...input.messages],
    tools,
    toolChoice: choice,
    parallelToolCalls: request.parallel_tool_calls ?? true,
    limits: typeof request.max_output_tokens === 'number' ? { maxOutputTokens: request.max_output_tokens } : {},
    sampling: decodeSampling(request),
    ...(reasoning !== undefined && { reasoning }),
    ...(typeof request.text?.verbosity === 'string' && { verbosity: request.text.verbosity }),
    ...(typeof request.service_tier === 'string' && { serviceTier: request.service_tier }),
    outputFormat: decodeFormat(request.text?.format),
    stopSequences: [],
    truncation: request.truncation ?? 'disabled',
    ...(typeof request.prompt_cache_key === 'string' && { cacheKey: request.prompt_cache_key }),
    ...(endUser && { endUser }),
    extensions: {
      responses: {
        ...remainingFields(request, encodeToolChoice(choice, tools)),
        ...(betas.length > 0 && { [betasKey]: betas }),
      },
    },
  };
  return {
    dialect: 'responses',
    generation,
    instructions,
    input: input.messages,
    state: {
      store,
      ...(typeof previousId === 'string' && { previousId }),
      ...(conversationId !== undefined && { conversationId }),
    },
    warnings: native
      ? serviceOnlyFieldWarnings(request, prepareOnly)
      : [
          ...ignoredFields(request, prepareOnly, options.supportsParameter ?? (() => false)),
          ...management.warnings,
          ...toolWarnings,
          ...inputTools.flatMap((list) => list.warnings),
          ...choiceWarnings,
          ...input.warnings,
          ...warnOfBetas(betas, 'openai-beta'),
        ],
    // A summary would be something generated.
    ...(!native && !onlyReads && !onlySummarizes && management.edits.length > 0 && { edits: management.edits }),
    ...(onlySummarizes && { onlySummary: summaryAlone(store) }),
    ...(onlyReads && { onlyReads }),
    ...serverToolUse(request, tools),
    ...inputBeyond(request, items, options, onlyReads),
  };
}

/**
 * Leaves out what the conversation already holds. A turn that adds nothing to it can lose nothing, so nothing is
 * rejected.
 */
function inputBeyond(
  request: ResponseCreateParams,
  items: readonly ResolvedItem[],
  options: DecodeOptions,
  onlyReads: boolean,
): Pick<TurnRequest, 'inputBeyond'> {
  const { input } = request;
  if (conversationOf(request) === undefined || !Array.isArray(input)) return {};
  const ids = new Set([...explicitIds(input), ...referencedIds(input)]);
  if (ids.size === 0) return {};
  return {
    inputBeyond(conversation) {
      const stored = new Map(conversation.filter(({ id }) => ids.has(id)).map(({ id, value }) => [id, value]));
      if (stored.size === 0) return undefined;
      const findItem = (id: string): JsonObject | undefined => stored.get(id);
      if (request.store !== false && !onlyReads) rejectDuplicateIds(input, findItem, 'input');
      const beyond = items.filter((_, index) => input[index] === undefined || !isKnownItem(input[index], findItem));
      return beyond.length === items.length ? undefined : decodeInput(request, beyond, options).messages;
    },
  };
}

function checkRequest(
  request: ResponseCreateParams,
  inputTools: readonly ToolsFromInput[],
  { policy, native, allowsNoInput = false }: ResponseDecodeOptions,
): void {
  if (policy.strict) requireKnownFields(request);
  // Templates are stored at the upstream, and a template may provide all of the input.
  const templated = native === 'responses' && request.prompt != null;
  if (!templated) {
    refusePromptTemplate(request);
    if (!allowsNoInput && !onlyPrewarms(request)) requireInput(request);
  }
  requireOneHistory(request);
  requireStoreForBackground(request);
  requireFormatName(request.text?.format);
  const lists = [{ tools: request.tools ?? [], path: 'tools' }, ...inputTools];
  for (const { tools, path } of lists) {
    limitTools(tools, policy.maxTools, path);
    requireToolNames(tools, path);
    if (policy.servesTools === true && native !== 'responses') requireServers(tools, path);
  }
  if (inputTools.length > 0) limitToolsTogether(lists, policy.maxTools);
}

/** Instructions are of this turn only: they never become part of what later turns continue. */
function decodeInstructions({ instructions }: ResponseCreateParams): Message[] {
  return typeof instructions === 'string' ? [{ role: 'system', parts: [{ type: 'text', text: instructions }] }] : [];
}

function decodeInput(
  request: ResponseCreateParams,
  items: readonly ResolvedItem[],
  { reasoningSigner, policy }: DecodeOptions,
): DecodedItems {
  const { input, previous_response_id: previous } = request;
  if (typeof input === 'string') {
    const message: Message = {
      role: 'user',
      parts: [{ type: 'text', text: input }],
      extensions: toExtensions({ plain: true }),
    };
    return { messages: [message], warnings: [] };
  }
  if (!arePlain(items)) {
    requireCallIds(items);
    requireUniqueItems(items);
    const hasFullHistory = typeof previous !== 'string' && conversationOf(request) === undefined;
    if (hasFullHistory) requirePairedCallOutputs(items);
  }
  return decodeItems(items, (data, purpose) => reasoningSigner.decrypt(data, purpose), policy.servesTools);
}

function decodeSampling(request: ResponseCreateParams): Sampling {
  const { temperature, top_p: topP, presence_penalty: presence, frequency_penalty: frequency } = request;
  const alternatives = request.top_logprobs ?? 0;
  const asked = alternatives > 0 || (request.include ?? []).includes(logprobsIncludable);
  return {
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { topP }),
    ...(typeof presence === 'number' && { presencePenalty: presence }),
    ...(typeof frequency === 'number' && { frequencyPenalty: frequency }),
    ...(asked && { topLogprobs: alternatives }),
  };
}

/**
 * Fields with a neutral counterpart; `include` and `top_logprobs` are also preserved unchanged, their meaning is in
 * `sampling`, and so are the optional parameters.
 */
const neutralFields: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'store',
  'previous_response_id',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_output_tokens',
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'text',
  'reasoning',
  'truncation',
  'prompt_cache_key',
  betasKey,
]);

const formatMember = new Set(['format']);
const effortMember = new Set(['effort']);

/** What `encodeRequest` cannot derive from the neutral fields: other fields, nulls, and parts of fields. */
function remainingFields(request: ResponseCreateParams, choice: JsonValue | undefined): JsonObject {
  const payload = jsonOf(request);
  const { text, reasoning } = request;
  const toolChoice = payload['tool_choice'];
  const format = text?.format === undefined ? undefined : jsonOf(text.format);
  return {
    ...membersBeyond(payload, neutralFields),
    ...(typeof toolChoice === 'object' &&
      toolChoice !== null &&
      !equalJson(toolChoice, choice) && { tool_choice: toolChoice }),
    ...(toolChoice === 'required' && choice !== 'required' && { tool_choice: toolChoice }),
    ...(text !== undefined &&
      text !== null && {
        text: {
          ...membersBeyond(jsonOf(text), formatMember),
          ...(format !== undefined && !equalJson(encodeFormat(decodeFormat(text.format)), format) && { format }),
        },
      }),
    ...(reasoning !== undefined && reasoning !== null && { reasoning: membersBeyond(jsonOf(reasoning), effortMember) }),
  };
}
