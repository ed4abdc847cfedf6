import { applyChanges, type DialectId, type Message, toolChangesOf, type UpstreamTarget } from '@org/engine';
import { blockAt, entriesAt } from '../entries-at.js';
import type { Attempt } from '../attempt.js';
import type { MatchedError } from '../compat-rule.js';
import type { ApiRule, SentApiPayload } from '../targets.js';

/** Fields of a message that change settings from there on. */
const changeFields: readonly string[] = ['output_config', 'clear_at'];
/** Types of items and blocks that change settings or tools from there on. */
const changeTypes: ReadonlySet<unknown> = new Set([
  'configuration_update',
  'additional_tools',
  'tool_addition',
  'tool_removal',
]);
const changePattern =
  /\b(?:configuration_update|additional_tools|tool_addition|tool_removal|clear_at)\b|\bmessages\W+\d+\W+output_config\b/i;

/** Settings and tools that change in the middle of a conversation. */
export const apiSettingChangeRules: readonly ApiRule[] = [
  {
    id: 'setting-change-unsupported',
    servers: ['pydantic', 'serde', 'SGLang', 'gateways'],
    rejects: 'settings and tools that change in the middle of the conversation',
    fallback: 'applies the changes to the complete request',
    match: [{ status: [400, 404, 422], at: /^(?:messages|input)\.(?:\w+\.)*\d+/ }, { text: changePattern }],
    warning: {
      kind: 'clamped',
      param: 'messages',
      message:
        'The upstream supports no settings or tools that change within the conversation; the service applies the changes to the complete request.',
    },
    // The patch depends on the changes of this conversation.
    cache: 'never',
    applies: (attempt, match) =>
      attempt.request.messages.some((message) => changesAnything(message, attempt.payload.api.dialect)) &&
      (changePattern.test(match.text) || pointsAtChange(attempt, match)),
    patch: (attempt) => {
      const { dialect } = attempt.payload.api;
      const changed = applyChanges(attempt.request, dialect, {});
      return {
        ...attempt,
        request: { ...changed, messages: changed.messages.flatMap((message) => withoutChanges(message, dialect)) },
      };
    },
  },
];

function pointsAtChange({ payload: { body } }: Attempt<UpstreamTarget, SentApiPayload>, { at }: MatchedError): boolean {
  const entries = ['messages', 'input'].flatMap((list) => entriesAt(body, list, at));
  return entries.some((pointed) => {
    const field = pointed.rest.at(-1);
    const change = blockAt(pointed);
    return (
      changeFields.includes(pointed.rest[0] ?? '') ||
      (changeTypes.has(change['type']) && (field === undefined || /^\d+$|^type$/.test(field) || field in change))
    );
  });
}

function changesAnything({ settings, parts, extensions }: Message, dialect: DialectId): boolean {
  const fields = extensions?.[dialect] ?? {};
  return (
    settings !== undefined ||
    parts.some((part) => toolChangesOf(part) !== undefined) ||
    changeFields.some((name) => fields[name] !== undefined)
  );
}

/** The message without its changes; nothing where it consists of them. */
function withoutChanges(message: Message, dialect: DialectId): readonly Message[] {
  const { settings, extensions, ...others } = message;
  const fields = extensions?.[dialect];
  const hasFields = fields !== undefined && changeFields.some((name) => fields[name] !== undefined);
  if (settings === undefined && !hasFields) return [message];
  if (message.role === 'system' && message.parts.length === 0) return [];
  if (fields === undefined) return [others];
  const remaining = Object.entries(fields).filter(([name]) => !changeFields.includes(name));
  return [{ ...others, extensions: { ...extensions, [dialect]: Object.fromEntries(remaining) } }];
}
