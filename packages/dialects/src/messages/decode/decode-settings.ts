// Everything of a request that is neither conversation nor tools: sampling, reasoning, the form of the output.
import {
  isObject,
  type JsonObject,
  type JsonValue,
  type OutputFormat,
  type ReasoningRequest,
  type Sampling,
  type SettingsChange,
} from '@org/engine';
import type { MessageCreateParams, MessageParam } from '@org/protocol/messages';
import { isEmpty, jsonOf } from '../../shared/json-of.js';

export function decodeSampling({ temperature, top_p: topP, top_k: topK }: MessageCreateParams): Sampling {
  return {
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { topP }),
    ...(typeof topK === 'number' && { topK }),
  };
}

/** A neutral setting, with the remainder of its API fields. */
export interface DecodedSetting<Value> {
  readonly value: Value;
  readonly remaining: JsonObject;
}

const efforts: readonly string[] = ['low', 'medium', 'high', 'xhigh', 'max'];

/** Settings that a mid-conversation system message changes from that point on; undefined for none. */
export function decodeSettingsChange({ role, output_config: config }: MessageParam): SettingsChange | undefined {
  const effort = role === 'system' ? effortOf(config?.effort) : undefined;
  return effort === undefined ? undefined : { reasoning: { effort } };
}

/**
 * Decodes `thinking` and `output_config.effort` together. Without `thinking` there is none, as clients of this
 * dialect expect: they show what they requested. An effort alone means that a model which can reason does so with
 * this effort.
 */
export function decodeReasoning(request: MessageCreateParams): DecodedSetting<ReasoningRequest> {
  const { thinking } = request;
  const effort = effortOf(request.output_config?.effort);
  if (thinking === undefined)
    return {
      value: effort === undefined ? { enabled: false, implied: true } : { enabled: true, effort },
      remaining: {},
    };
  const { budget_tokens: budget, ...rest } = jsonOf(thinking);
  const enabled = rest['type'] !== 'disabled';
  const budgetTokens = enabled && typeof budget === 'number' ? budget : undefined;
  return {
    value: { enabled, ...(effort !== undefined && { effort }), ...(budgetTokens !== undefined && { budgetTokens }) },
    remaining: {
      thinking: budgetTokens === undefined && budget !== undefined ? { ...rest, budget_tokens: budget } : rest,
    },
  };
}

function effortOf(value: unknown): NonNullable<ReasoningRequest['effort']> | undefined {
  return isEffort(value) ? value : undefined;
}

function isEffort(value: unknown): value is NonNullable<ReasoningRequest['effort']> {
  return typeof value === 'string' && efforts.includes(value);
}

/**
 * Decodes `output_config.format`, or its old name `output_format`; the first wins. The rest of `output_config`
 * remains.
 */
export function decodeOutputFormat(request: MessageCreateParams): DecodedSetting<OutputFormat> {
  const config = request.output_config === undefined ? undefined : jsonOf(request.output_config);
  const oldFormat = jsonOf(request)['output_format'];
  const fromConfig = schemaFormat(config?.['format']);
  const fromOld = fromConfig === undefined ? schemaFormat(oldFormat) : undefined;
  const remaining: Record<string, JsonValue> = {};
  if (config !== undefined) {
    const { effort, format, ...rest } = config;
    remaining['output_config'] = {
      ...rest,
      ...(effort !== undefined && effortOf(effort) === undefined && { effort }),
      ...(fromConfig === undefined
        ? format !== undefined && { format }
        : !isEmpty(fromConfig.remaining) && { format: fromConfig.remaining }),
    };
  }
  if (oldFormat !== undefined) remaining['output_format'] = fromOld === undefined ? oldFormat : fromOld.remaining;
  return { value: (fromConfig ?? fromOld)?.value ?? { type: 'text' }, remaining };
}

function schemaFormat(format: JsonValue | undefined): DecodedSetting<OutputFormat> | undefined {
  if (!isObject(format)) return undefined;
  const { type, schema, ...remaining } = format;
  if (type !== 'json_schema' || !isObject(schema)) return undefined;
  // This API promises output that fits the schema, which is what `strict` means.
  return { value: { type: 'json-schema', schema, strict: true, strictImplied: true }, remaining };
}
