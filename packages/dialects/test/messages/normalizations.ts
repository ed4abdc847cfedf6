// Every permitted difference between `encode(decode(x))` and `x`, each with its reason. The round-trip properties
// compare up to these functions and nothing else.
import { isObject, type JsonObject, type JsonValue, objectOf } from '@org/engine';
import { withoutNulls } from '#src/shared/json-of.js';
import { shapeKey } from '#src/messages/extensions.js';

interface Normalization {
  /** What is made equal. */
  readonly what: string;
  readonly why: string;
  readonly apply: (value: JsonObject) => JsonObject;
}

const asJsonText: Normalization = {
  what: 'a negative zero in tool input becomes zero',
  why: 'arguments are text in the neutral model, and JSON text as JavaScript prints it has one zero',
  apply: (value) => objectOf(JSON.parse(JSON.stringify(value))),
};

/** Permitted differences of a request after decoding and encoding. */
export const requestNormalizations: readonly Normalization[] = [
  asJsonText,
  {
    what: `a member named ${shapeKey} is dropped at any position`,
    why: 'the bag uses that one name for itself',
    apply: (request) => objectOf(deep(request, (value) => without(value, [shapeKey]))),
  },
];

/** Permitted differences of a response. */
export const responseNormalizations: readonly Normalization[] = [
  asJsonText,
  {
    what: 'optional members of the message, of its usage and of its blocks that are null are left out',
    why: 'a null has no meaning: it is always sent on message and usage, where clients expect it, and never inside blocks, where some clients reject it',
    apply: (message) => {
      const slim = withoutNulls(message);
      return {
        ...slim,
        usage: withoutNulls(objectOf(slim['usage'])),
        content: blocksOf(slim).map((block) => (isNeutral(block) ? withoutNulls(block) : block)),
      };
    },
  },
  {
    what: 'counts of cache and thinking tokens that are absent become 0',
    why: 'the neutral model counts them, and a count has a number',
    apply: (message) => {
      const usage = objectOf(message['usage']);
      const {
        cache_creation_input_tokens: written = 0,
        cache_read_input_tokens: read = 0,
        output_tokens_details: details,
      } = usage;
      return {
        ...message,
        usage: {
          ...usage,
          cache_creation_input_tokens: written,
          cache_read_input_tokens: read,
          output_tokens_details: { thinking_tokens: 0, ...objectOf(details) },
        },
      };
    },
  },
  {
    what: 'text blocks without a visible character are omitted',
    why: 'clients send the response back as history, where such a block is an error',
    apply: (message) => {
      const content = blocksOf(message).filter(
        (block) => block['type'] !== 'text' || String(block['text']).trim() !== '',
      );
      return { ...message, content };
    },
  },
];

/** The value after all normalizations. */
export function normalize(value: JsonObject, normalizations: readonly Normalization[]): JsonObject {
  return normalizations.reduce((normal, { apply }) => apply(normal), value);
}

function isNeutral(block: JsonObject): boolean {
  return (
    block['type'] === 'text' ||
    block['type'] === 'thinking' ||
    block['type'] === 'redacted_thinking' ||
    block['type'] === 'tool_use'
  );
}

function blocksOf(message: JsonObject): readonly JsonObject[] {
  const { content } = message;
  return isArray(content) ? content.map(objectOf) : [];
}

function deep(value: JsonValue | undefined, change: (value: JsonObject) => JsonObject): JsonValue | undefined {
  if (isArray(value)) return value.map((member) => deep(member, change) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(change(value)).map(([key, member]) => [key, deep(member, change)]));
}

function without(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
