// A model as each dialect lists it.
import type { JsonObject, ModelInfo } from '@org/engine';

export function encodeForMessages(modelInfo: ModelInfo): JsonObject {
  const { tools, reasoning, images, structuredOutput } = modelInfo.capabilities;
  return {
    id: modelInfo.id,
    type: 'model',
    display_name: modelInfo.displayName,
    created_at: new Date(modelInfo.createdAt * 1000).toISOString().replace('.000Z', 'Z'),
    lifecycle: 'active',
    line: null,
    deprecated_at: null,
    retires_at: null,
    max_input_tokens: modelInfo.contextLength ?? null,
    max_tokens: modelInfo.maxOutputTokens ?? modelInfo.contextLength ?? null,
    ...extensionsOf(modelInfo),
    capabilities: {
      batch: supported(true),
      citations: supported(true),
      code_execution: supported(false),
      context_management: {
        ...supported(true),
        clear_thinking_20251015: supported(true),
        clear_tool_uses_20250919: supported(true),
        compact_20260112: supported(true),
      },
      effort: {
        ...supported(reasoning),
        low: supported(reasoning),
        medium: supported(reasoning),
        high: supported(reasoning),
        xhigh: supported(reasoning),
        max: supported(reasoning),
      },
      image_input: supported(images),
      pdf_input: supported(false),
      server_tools: { ...supported(false), code_execution: supported(false), web_search: supported(false) },
      structured_outputs: supported(structuredOutput),
      thinking: {
        ...supported(reasoning),
        types: {
          adaptive: supported(reasoning),
          enabled: supported(reasoning),
          disabled: supported(true),
          between_tools: supported(reasoning),
        },
      },
      tool_use: supported(tools),
    },
  };
}

export function encodeForResponses(modelInfo: ModelInfo): JsonObject {
  const { contextLength: length } = modelInfo;
  return {
    id: modelInfo.id,
    object: 'model',
    created: modelInfo.createdAt,
    owned_by: modelInfo.ownedBy,
    ...(length !== undefined && { context_length: length }),
    ...extensionsOf(modelInfo),
  };
}

/** Extensions of both dialects: whether a local model is loaded, and what a model does that generates nothing. */
function extensionsOf({ state, task }: ModelInfo): JsonObject {
  return { ...(state !== undefined && { state }), ...(task !== undefined && { task }) };
}

function supported(value: boolean): JsonObject {
  return { supported: value };
}
