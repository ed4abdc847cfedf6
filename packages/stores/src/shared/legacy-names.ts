// Turns stored by a build before 2026-12 use other member names. The service reads them under the current names and
// never rewrites them.
import {
  type ChainTurn,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  type TurnRecord,
} from '@org/engine/storage';

/** Stored name -> name of today, by the object that has the member. */
const names = {
  part: { seal: 'signature', saidBy: 'author', wireType: 'apiType' },
  signature: { issuer: 'signer' },
  tool: { wireType: 'apiType' },
  extension: { whole: 'original', served: 'isServiceMade', beside: 'keepsEarlier', wire: 'payload' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** A stored history. `version` is missing where the build that stored it used the names of before. */
export interface StoredHistory extends Pick<ChainTurn, 'input' | 'output'> {
  readonly version?: 2;
}

/** A stored history under the names of today. */
export function upgradeHistory({ version, input, output }: StoredHistory): Pick<ChainTurn, 'input' | 'output'> {
  if (version !== undefined) return { input, output };
  return { input: upgradeMessages(input), output: upgradeMessages(output) };
}

/** The messages of a stored turn under the names of today. */
function upgradeMessages<Messages>(messages: Messages): Messages {
  return listOf(messages).map(upgradeMessage) as Messages;
}

/** The delivered part of a turn, as any build stored it: older builds call the API object `wire`. */
export interface StoredDelivered extends Pick<TurnRecord, 'items'> {
  readonly payload?: JsonObject;
  readonly wire?: JsonObject;
}

/** What a turn delivered, under the names of today. */
export function upgradeDelivered({
  items,
  payload,
  wire = {},
}: StoredDelivered): Pick<TurnRecord, 'items' | 'payload'> {
  return { items, payload: payload ?? wire };
}

function upgradeMessage(message: JsonValue): JsonValue {
  if (!isObject(message)) return message;
  return { ...message, parts: listOf(message['parts']).map(upgradePart), ...upgradeExtensions(message) };
}

function upgradePart(part: JsonValue): JsonValue {
  if (!isObject(part)) return part;
  const renamed = rename(part, names.part);
  const { signature, content, toolChanges } = renamed;
  return {
    ...renamed,
    ...(isObject(signature) && { signature: rename(signature, names.signature) }),
    ...(isList(content) && { content: content.map(upgradePart) }),
    ...(isList(toolChanges) && { toolChanges: toolChanges.map(upgradeToolChange) }),
    ...upgradeExtensions(part),
  };
}

function upgradeToolChange(change: JsonValue): JsonValue {
  if (!isObject(change)) return change;
  const { tools, tool } = change;
  return {
    ...change,
    ...(isList(tools) && { tools: tools.map(upgradeTool) }),
    ...(isObject(tool) && { tool: upgradeTool(tool) }),
  };
}

function upgradeTool(tool: JsonValue): JsonValue {
  return isObject(tool) ? { ...rename(tool, names.tool), ...upgradeExtensions(tool) } : tool;
}

/** Only the responses dialect named members that were renamed since. */
function upgradeExtensions({ extensions }: JsonObject): JsonObject {
  if (!isObject(extensions) || !isObject(extensions['responses'])) return {};
  return { extensions: { ...extensions, responses: rename(extensions['responses'], names.extension) } };
}

function rename(object: JsonObject, renamed: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [renamed[name] ?? name, value]));
}

function listOf(value: unknown): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
