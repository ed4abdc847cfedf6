// What the service stores with the item of a call beside its members: the result of a hosted tool, and whether the call
// ended its step. No client receives it in this form.
import {
  type AttributeValue,
  type HostedToolResult,
  isObject,
  type JsonObject,
  type JsonValue,
  objectOf,
  type Part,
  type ServerCallOutcome,
  type ServerToolRecord,
  textOf,
} from '@org/engine';
import { jsonOf } from '../../shared/json-of.js';
import { includeResult } from './include-result.js';

const resultMember = 'service_result';

/** The items as they are stored: with the results of the calls that `parts` report. */
export function withStoredResults(items: readonly JsonObject[], parts: readonly Part[]): readonly JsonObject[] {
  const results = new Map<string, JsonObject>();
  for (const part of parts) {
    if (part.type !== 'opaque' || part.serverTool?.type !== 'call') continue;
    const { call, outcome } = part.serverTool;
    const stored = {
      ...(call.source.type === 'hosted' && outcome !== undefined && toStored(outcome)),
      ...(call.endsStep === true && { endsStep: true }),
    };
    if (Object.keys(stored).length > 0) results.set(call.callId, stored);
  }
  if (results.size === 0) return items;
  return items.map((item) => {
    const result = results.get(textOf(item['id']));
    return result === undefined ? item : { ...item, [resultMember]: result };
  });
}

function toStored({ content, isError, hosted }: ServerCallOutcome): JsonObject {
  return jsonOf({
    text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
    ...(isError === true && { isError }),
    ...(hosted !== undefined && { hosted }),
  });
}

/** The record of a stored item, with whether its call ended its step. */
export function withStoredStep(record: ServerToolRecord | undefined, item: JsonObject): ServerToolRecord | undefined {
  return record?.type === 'call' && objectOf(item[resultMember])['endsStep'] === true
    ? { ...record, call: { ...record.call, endsStep: true } }
    : record;
}

/** The outcome of the call that a stored item reports; undefined where its result was not stored. */
export function storedOutcome(item: JsonObject): ServerCallOutcome | undefined {
  const result = item[resultMember];
  if (!isObject(result) || result['text'] === undefined) return undefined;
  const hosted = readResult(objectOf(result['hosted']));
  return {
    content: [{ type: 'text', text: textOf(result['text']) }],
    ...(result['isError'] === true && { isError: true }),
    ...(hosted !== undefined && { hosted }),
  };
}

const callTypes: ReadonlySet<unknown> = new Set(['web_search_call', 'file_search_call', 'code_interpreter_call']);

/** Whether an item reports a call of a hosted tool. */
export function reportsHostedCall({ type }: { readonly type?: unknown }): boolean {
  return callTypes.has(type);
}

/** Whether a stored item has the result of the call that `item` reports. */
export function hasResultOf(stored: JsonObject, item: { readonly type?: unknown }): boolean {
  return stored[resultMember] !== undefined && stored['type'] === item.type;
}

/** Removes what only the service adds to items: a client cannot bring results of its own along. */
export function dropGivenResults<Request extends { readonly input?: unknown }>(request: Request): Request {
  if (!Array.isArray(request.input)) return request;
  for (const item of request.input) if (isObject(item)) Reflect.deleteProperty(item, resultMember);
  return request;
}

/** A stored item without its result: the same object where there is none. */
export function withoutStoredResult(item: JsonObject): JsonObject {
  if (item[resultMember] === undefined) return item;
  const { [resultMember]: _, ...shown } = item;
  return shown;
}

/** A stored item as clients receive it, with what `include` requests of its result. */
export function publicItem(item: JsonObject, include: readonly string[]): JsonObject {
  const shown = withoutStoredResult(item);
  const hosted = shown === item ? undefined : storedOutcome(item)?.hosted;
  return hosted === undefined ? shown : includeResult(shown, hosted, include);
}

/** The results that items show; undefined for the others, which an item shows nothing of. */
function readResult(result: JsonObject): HostedToolResult | undefined {
  const { type, queries, hits, url, title, stdout, stderr, containerId, returnCode, endedBy, files } = result;
  switch (type) {
    case 'web-search':
      return {
        type,
        queries: texts(queries),
        hits: objects(hits).map((hit) => ({
          url: textOf(hit['url']),
          title: textOf(hit['title']),
          text: textOf(hit['text']),
        })),
      };
    case 'web-page':
      return { type, url: textOf(url), ...(typeof title === 'string' && { title }) };
    case 'file-search':
      return {
        type,
        queries: texts(queries),
        hits: objects(hits).map((hit) => ({
          fileId: textOf(hit['fileId']),
          filename: textOf(hit['filename']),
          vectorStoreId: textOf(hit['vectorStoreId']),
          score: numberOf(hit['score']),
          text: textOf(hit['text']),
          attributes: attributesOf(hit['attributes']),
        })),
      };
    case 'code':
      return {
        type,
        language: 'python',
        containerId: textOf(containerId),
        stdout: textOf(stdout),
        stderr: textOf(stderr),
        returnCode: numberOf(returnCode),
        ...(endedBy === 'time-limit' && { endedBy }),
        files: objects(files).map((file) => ({
          fileId: textOf(file['fileId']),
          filename: textOf(file['filename']),
          mediaType: textOf(file['mediaType']),
          bytes: numberOf(file['bytes']),
        })),
      };
    default:
      return undefined;
  }
}

function attributesOf(value: JsonValue | undefined): Readonly<Record<string, AttributeValue>> {
  return Object.fromEntries(
    Object.entries(objectOf(value)).filter((entry): entry is [string, AttributeValue] => {
      const kind = typeof entry[1];
      return kind === 'string' || kind === 'number' || kind === 'boolean';
    }),
  );
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}
