import type { CapabilityToken, EngineError } from '@org/engine';
import { betaValuesPattern, rejectedBetas } from './rejected-fields.js';
import { effortErrorPattern } from './rejected-efforts.js';
import { responseSchemaErrorPattern } from './client-fault.js';
import { ContextOverflow } from './context-overflow.js';
import { MissingCapability } from './missing-capability.js';
import type { UpstreamErrorFacts } from './upstream-error-facts.js';

interface TokenRow {
  readonly token: CapabilityToken;
  /** A path in the sent body that the error names. */
  readonly at?: RegExp;
  /** A code or type of the error. */
  readonly code?: RegExp;
  /** Words of the error. */
  readonly text?: RegExp;
}

/** The first row that matches names what the upstream does not support. */
const rows: readonly TokenRow[] = [
  {
    token: 'media_budget',
    text: /at most [1-9]\d* \w+\(s\)|too many (?:images|documents|media)|\d+ pdf pages may be|(?:maximum|limit) of \d+ (?:images|pdf pages|documents)/i,
  },
  {
    token: 'image_block',
    code: /^image_|^(?:invalid|empty|unsupported)_(?:\w+_)?image/i,
    text: /image inputs? (?:is|are) not|does not support image|support image input|image dimensions exceed|longest side of an image|invalid image|cannot identify image|(?:failed to (?:load|decode)|could not process|unsupported) image|image exceeds|image does not match|image_url is only supported|only 'text' content type|(?:unknown (?:variant|part type)|'input')\W{1,4}(?:input_)?image/i,
  },
  {
    token: 'document_block',
    text: /\bpdfs?\b[^\n]{0,80}(?:not supported|not valid|invalid|could not|password|encrypted)|(?:could not process|invalid|unsupported) (?:pdf|document)|(?:document|file) inputs? (?:is|are) not|unknown part type: (?:input_)?file|'input': 'document'/i,
  },
  {
    token: 'thinking_signature',
    code: /^invalid_encrypted_content$/,
    text: /invalid \W?(?:signature|data)\W? in \W?(?:redacted_)?thinking|thinking\W{0,3} blocks?[^\n]{0,120}(?:cannot be modified|not created|must remain)|not a thinking block|encrypted[_ ]content\b[^\n]{0,200}(?:verified|decrypt|not issued)|thought[_ ]?signature/i,
  },
  { token: 'cache_control_field', at: /(?:^|\.)cache_control(?:\.\w+)?$/, text: /\bcache_control\b/i },
  { token: 'thinking_type:adaptive', text: /thinking[^\n]{0,120}\badaptive\b|\badaptive\b[^\n]{0,60}thinking/i },
  {
    token: 'thinking_type:enabled',
    text: /thinking\.(?:type\.)?enabled|thinking[^\n]{0,60}\W{1,2}enabled\W{1,2}[^\n]{0,60}not supported/i,
  },
  {
    token: 'mid_conv_system',
    at: /^messages\.\d+\.role$/,
    text: /\brole\b[^\n]{0,80}\bsystem\b|system (?:role|message)[^\n]{0,60}(?:not|must|only|invalid|beginning)|unexpected message role|top-level `?system`? parameter/i,
  },
  {
    token: 'effort_unsupported',
    at: /^(?:output_config\.effort|reasoning\.effort|reasoning_effort)$/,
    text: effortErrorPattern,
  },
  {
    token: 'structured_outputs_unsupported',
    at: /^(?:output_config\.format|output_format|response_format|text\.format)\b/,
    text: new RegExp(
      `${responseSchemaErrorPattern.source}|(?:output_config\\.format|output_format|response_format|structured outputs?)\\W[^\\n]{0,80}(?:not|unsupported|unavailable|invalid)`,
      'i',
    ),
  },
];

/** The token of what an upstream's error reports as unsupported. `text`: all of the upstream's own text. */
export function capabilityToken(
  error: EngineError,
  facts: UpstreamErrorFacts,
  text: string,
): CapabilityToken | undefined {
  if (error.capability !== undefined) return error.capability;
  if (error instanceof ContextOverflow) return overflowToken(error);
  if (betaValuesPattern.test(text)) {
    const [beta] = rejectedBetas(text);
    return typeof beta?.value === 'string' ? `beta_header:${beta.value}` : undefined;
  }
  if (error instanceof MissingCapability) {
    const missing = missingTokens.find(([words]) => error.missing.startsWith(words));
    if (missing !== undefined) return missing[1];
  }
  return rows.find(
    ({ at, code, text: words }) =>
      facts.at.some((path) => at?.test(path)) ||
      facts.codes.some((given) => code?.test(given)) ||
      words?.test(text) === true,
  )?.token;
}

const missingTokens: readonly (readonly [missing: string, token: CapabilityToken])[] = [
  ['image', 'image_block'],
  ['document', 'document_block'],
  ['file', 'document_block'],
];

/** Whether the prompt alone is too long, or only together with the requested output. */
function overflowToken({ numbers: { prompt, limit, atLeast } }: ContextOverflow): CapabilityToken {
  return prompt !== undefined && limit !== undefined && prompt <= limit && atLeast !== true
    ? 'max_tokens_context_overflow'
    : 'prompt_too_long';
}
