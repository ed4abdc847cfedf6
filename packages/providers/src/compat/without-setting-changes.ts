import { applyChanges, type DialectId, type GenerationRequest, type Message, toolChangesOf } from '@org/engine';

/** Fields of a message that change settings from there on. */
export const changeFields: readonly string[] = ['output_config', 'clear_at'];
/**
 * The request with the changes of settings and tools within its conversation applied to all of it; `undefined` where
 * the conversation has none.
 */
export function withoutSettingChanges(request: GenerationRequest, dialect: DialectId): GenerationRequest | undefined {
  if (!request.messages.some((message) => changesAnything(message, dialect))) return undefined;
  const changed = applyChanges(request, dialect, {});
  return { ...changed, messages: changed.messages.flatMap((message) => withoutChanges(message, dialect)) };
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
