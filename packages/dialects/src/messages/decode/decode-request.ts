// Decodes an API request to a turn: rules first, then each part of the request by its own function.
import { isCitable, type JsonObject, type Part, type TurnRequest } from '@org/engine';
import type { DecodeOptions } from '../../dialect.js';
import { jsonOf } from '../../shared/json-of.js';
import { warnOfBetas } from '../../shared/warn-of-betas.js';
import { decodeCompaction } from './decode-compaction.js';
import { decodeContextEdits } from './decode-context-edits.js';
import { decodeMessages } from './decode-messages.js';
import { decodeOutputFormat, decodeReasoning, decodeSampling } from './decode-settings.js';
import { decodeSystem } from './decode-system.js';
import { decodeToolChoice, decodeTools } from './decode-tools.js';
import { decodeWarnings } from './decode-warnings.js';
import { shapeKey } from '../extensions.js';
import { decodeCodeInput, warnOfSkills, withUploads } from '../hosted-tools/code-input.js';
import { decodeServers } from '../mcp/decode-servers.js';
import { messageWarnings } from './message-warnings.js';
import { rejectOtherDialectForms } from '../rules/reject-other-dialect-forms.js';
import { refuseUnsupportedMessages } from '../rules/refuse-unsupported-messages.js';
import { requestRules } from '../rules/request-rules.js';
import { enforce } from '../rules/rule.js';
import { serverToolForms } from '../server-tool-forms.js';
import { inheritedSetting, continuedMessage } from '../threads.js';
import { warnOfAddedTools } from './tool-changes.js';
import type { MessageCreateParams } from '@org/protocol/messages';

/** Throws `invalid-request` for a broken rule and `unsupported` for a hosted tool under the policy `reject`. */
export function decodeRequest(request: MessageCreateParams, options: DecodeOptions): TurnRequest {
  const { version, policy, reasoningSigner } = options;
  enforce(requestRules, request, {
    strict: policy.strict,
    maxTools: policy.maxTools,
    ...(version !== undefined && { version }),
  });

  const native = options.native === 'messages';
  if (!native) rejectOtherDialectForms(request);
  const inherited = inheritedSetting(request, options.items);
  const system = decodeSystem(inherited.system ?? request.system);
  const servers =
    policy.servesTools === true && !native ? decodeServers(request, inherited.tools, options.betas) : undefined;
  const code = decodeCodeInput(request);
  const tools = decodeTools(inherited.tools ?? request.tools ?? [], policy, native, servers, code);
  const runsCode = tools.tools.some((tool) => tool.kind === 'hosted' && tool.run?.kind === 'code');
  if (!native) refuseUnsupportedMessages(request.messages, runsCode);
  const choice = decodeToolChoice(request.tool_choice, tools.tools);
  const reasoning = decodeReasoning(request);
  const format = decodeOutputFormat(request);
  const messages = decodeMessages(request.messages, reasoningSigner);
  const input = runsCode ? withUploads(messages) : messages;
  const management = decodeContextEdits(request);
  const previousId = continuedMessage(request);
  const onlySummary = native ? undefined : decodeCompaction(request);

  return {
    dialect: 'messages',
    generation: {
      model: request.model,
      messages: [...system.instructions, ...input],
      tools: tools.tools,
      toolChoice: choice.toolChoice,
      parallelToolCalls: choice.parallelToolCalls,
      limits: { maxOutputTokens: request.max_tokens },
      sampling: decodeSampling(request),
      ...(reasoning.value !== undefined && { reasoning: reasoning.value }),
      // Its other value, `auto`, is the default of every upstream.
      ...(request.service_tier === 'standard_only' && { serviceTier: 'default' }),
      ...(request.metadata?.user_id && { endUser: request.metadata.user_id }),
      outputFormat: format.value,
      stopSequences: request.stop_sequences ?? [],
      truncation: 'disabled',
      extensions: {
        messages: {
          ...remainingFields(request),
          ...reasoning.remaining,
          ...format.remaining,
          ...(choice.remaining !== undefined && { tool_choice: choice.remaining }),
          [shapeKey]: { ...system.shape, ...decodeHeaders(options) },
        },
      },
    },
    instructions: system.instructions,
    input,
    state: { store: request.thread != null, ...(previousId !== undefined && { previousId }) },
    warnings: native
      ? []
      : [
          ...decodeWarnings(request, { mcpServers: servers !== undefined, containers: runsCode }),
          ...(runsCode ? warnOfSkills(request) : []),
          ...management.warnings,
          ...system.warnings,
          ...tools.warnings,
          ...messageWarnings(request.messages, { signer: reasoningSigner, readsUploads: runsCode }),
          ...warnOfAddedTools(request.messages, policy),
          ...warnOfBetas(options.betas, 'anthropic-beta'),
        ],
    ...(!native && management.edits.length > 0 && { edits: management.edits }),
    ...(onlySummary !== undefined && { onlySummary }),
    ...(!native && request.stream === true && { sizeAtStart: true }),
    ...(!native && { objectArguments: true }),
    ...((tools.tools.some((tool) => tool.kind === 'hosted' && (tool.server ?? tool.run) !== undefined) ||
      (!native && input.some(({ parts }) => parts.some((part) => isCitable(part) || hasHostedResult(part))))) && {
      serverTools: { forms: serverToolForms(reasoningSigner) },
    }),
  };
}

/** Whether a part reports the result of a hosted tool, which a text of this turn may cite. */
function hasHostedResult(part: Part): boolean {
  return part.type === 'opaque' && part.serverTool?.type === 'result' && part.serverTool.outcome.hosted !== undefined;
}

/** Settings that an upstream of this dialect also needs as headers. */
function decodeHeaders({ version, betas = [] }: DecodeOptions): JsonObject {
  return { ...(version !== undefined && { version }), ...(betas.length > 0 && { betas }) };
}

const fieldsWithMeaning: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'max_tokens',
  'system',
  'tools',
  'tool_choice',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'thinking',
  'output_config',
  'output_format',
]);

/** Top-level fields without a neutral field, and lists that are present but empty. */
function remainingFields(request: MessageCreateParams): JsonObject {
  return Object.fromEntries(
    Object.entries(jsonOf(request)).filter(
      ([field, value]) => !fieldsWithMeaning.has(field) || isEmptyList(field, value),
    ),
  );
}

function isEmptyList(field: string, value: unknown): boolean {
  return (field === 'tools' || field === 'stop_sequences') && Array.isArray(value) && value.length === 0;
}
