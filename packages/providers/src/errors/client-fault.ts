import { EngineError, type ErrorCode, asObject } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { MissingCapability } from './missing-capability.js';
import { errorTextOf } from './error-text-of.js';

/** Returns an error in our words for a rejection that the client's request caused; `undefined` for any other. */
export function clientFault(details: ApiPayload, cause: unknown): EngineError | undefined {
  const text = errorTextOf(details);
  const modality = missingModalityPatterns
    .map((pattern) => pattern.exec(text)?.[1]?.toLowerCase())
    .find((found) => found !== undefined);
  if (modality !== undefined) return new MissingCapability(`${modality} input`, { cause });
  if (/only 'text' content type is supported/i.test(text)) return new MissingCapability('non-text input', { cause });
  if (missingTools.some((pattern) => pattern.test(text)))
    return new MissingCapability('tools', { cause, param: 'tools' });
  if (
    contentCodes.has(details['code']) ||
    contentCodes.has(details['type']) ||
    isFlagged(details) ||
    contentRules.test(text)
  )
    return fault('invalid-request', 'The upstream rejects this prompt under its content policy.', cause);
  const tool = schemaOfTool.exec(text);
  if (tool !== null) {
    const [, name = tool[2]] = tool;
    return fault(
      'invalid-request',
      `The upstream rejects the schema of ${name === undefined ? 'a tool' : `the tool '${name}'`}.`,
      cause,
      'tools',
    );
  }
  return faults.find(({ pattern }) => pattern.test(text))?.error(cause);
}

/** Error patterns of models that do not support a medium. llama.cpp reports it as its own failure. */
const missingModalityPatterns = [
  /^(image|audio|video|file) inputs? (?:is|are) not (?:currently )?(?:supported|enabled)/im,
  /at most 0 (image|audio|video)\(s\) may be provided/i,
  /model does not support (image|audio|video)/i,
  /no endpoints found that support (image|audio|video) input/i,
  /unknown variant \W?(?:input_)?(image|audio|video)\w*\W{1,2} expected/i,
  /(image|audio|video)_url is only supported by certain models/i,
  /missing data required for (image|audio|video) input/i,
  /unknown part type: (?:input_)?(image|audio|video|file)/i,
  /literal_error[^]{0,400}'input': '(image|audio|video|document)'/i,
];

/** Some errors blame the model, others the server's start options: for a client both are the same. */
const missingTools = [
  /does not support (?:tools|tool use|tool calls?|tool calling|function calling|functions)\b/i,
  /no endpoints found that support tool use/i,
  /(?:tool|function) calling\W? is not (?:supported|enabled)/i,
  /tool choice requires --enable-auto-tool-choice/i,
  /tools param requires --jinja/i,
  /unsupported param: tools|does not support parameters: \[[\w', ]{0,400}'tools'/i,
];

/** Error codes of hosted APIs that moderate prompts before their models. */
const contentCodes: ReadonlySet<unknown> = new Set([
  'content_filter',
  'content_policy_violation',
  'data_inspection_failed',
  '1301',
]);
const contentRules =
  /content management policy|content exists risk|flagged as potentially violating|content filtering policy|contain inappropriate content|ContentPolicyViolationError|content violates usage guidelines/i;

/** OpenRouter returns the part of the prompt that its moderation flagged. */
function isFlagged(details: ApiPayload): boolean {
  return asObject(details['metadata'])?.['flagged_input'] !== undefined;
}

const schemaOfTool = /invalid (?:json )?schema for (?:function|tool)\b(?: '([\w-]{1,64})'| ([\w-]{1,64}),)?/i;
/** OpenAI's error pattern for an unsupported response schema. */
export const responseSchemaErrorPattern = /invalid (?:json )?schema for response[ _]format/i;

const faults = [
  {
    pattern: responseSchemaErrorPattern,
    error: (cause: unknown) =>
      fault('invalid-request', 'The upstream rejects the schema of the output format.', cause, 'outputFormat'),
  },
  {
    pattern: /json schema error at #/i,
    error: (cause: unknown) => fault('invalid-request', 'The upstream cannot read a schema of this request.', cause),
  },
  {
    pattern: /'tools': array too long/i,
    error: (cause: unknown) =>
      fault('invalid-request', 'This request has more tools than the upstream supports.', cause, 'tools'),
  },
  {
    pattern: /at most [1-9]\d* \w+\(s\) may be provided/i,
    error: (cause: unknown) =>
      fault(
        'invalid-request',
        'This request has more images, audio inputs or videos than the upstream supports.',
        cause,
      ),
  },
  {
    pattern: /string too long\. Expected a string with maximum length/i,
    error: (cause: unknown) => fault('too-large', 'A text of this request is too long for the upstream.', cause),
  },
  {
    pattern:
      /does not support assistant message prefill|expected last role user or tool|assistant response prefill is incompatible/i,
    error: (cause: unknown) =>
      fault(
        'unsupported',
        'The model does not support assistant prefill; end the conversation with a user message or a tool result.',
        cause,
      ),
  },
  {
    pattern: /roles must alternate/i,
    error: (cause: unknown) =>
      fault(
        'unsupported',
        'The model supports only conversations in which user and assistant messages alternate.',
        cause,
      ),
  },
  {
    pattern: /the provided 'tool_choice' value|does not support this tool_choice/i,
    error: (cause: unknown) =>
      fault('unsupported', 'The model does not support forced tool calls.', cause, 'tool_choice'),
  },
  {
    pattern:
      /invalid image (?:data|input|url)|cannot identify image file|failed to (?:load|decode) image|could not process image|unsupported image|error while downloading|image exceeds \d|image does not match the provided media type/i,
    error: (cause: unknown) =>
      fault('invalid-request', 'The upstream cannot read an image or a file of this request.', cause),
  },
];

function fault(code: ErrorCode, message: string, cause: unknown, param?: string): EngineError {
  return new EngineError(code, message, { cause, ...(param !== undefined && { param }) });
}
