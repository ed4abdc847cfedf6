import { EngineError } from '@org/engine';
import { countOf, textOf, type ApiPayload } from '../shared/json-value.js';
import { upstreamMessage } from './upstream-message.js';

/** The numbers of an overflow, where the upstream names them. */
export interface ContextNumbers {
  /** Tokens of the prompt alone. */
  readonly prompt?: number;
  /** The prompt was not read to its end: it has that many tokens, or any more. */
  readonly atLeast?: true;
  /** Tokens that prompt and answer may have together. */
  readonly limit?: number;
}

/** An overflow with its numbers, for a caller that can make the request fit. */
export class ContextOverflow extends EngineError {
  constructor(
    readonly numbers: ContextNumbers,
    cause: unknown,
  ) {
    super('context-overflow', describe(numbers), { cause });
  }
}

/** The error that an upstream's complaint about length amounts to; `undefined` when it complains of something else. */
export function contextOverflow(details: ApiPayload, cause: unknown): ContextOverflow | undefined {
  const text = upstreamMessage(textOf(details['message']) ?? '');
  const byCode = details['code'] === 'context_length_exceeded' || details['type'] === 'exceed_context_size_error';
  if (!byCode && !overflowPatterns.some((pattern) => pattern.test(text))) return undefined;
  const prompt = countOf(details['n_prompt_tokens']) ?? firstNumber(text, promptPatterns);
  const limit = countOf(details['n_ctx']) ?? firstNumber(text, limitPatterns);
  const atLeast = readInPart.test(text);
  return new ContextOverflow(
    {
      ...(prompt === undefined ? {} : { prompt }),
      ...(atLeast && { atLeast }),
      ...(limit === undefined ? {} : { limit }),
    },
    cause,
  );
}

function describe({ prompt, atLeast, limit }: ContextNumbers): string {
  if (limit === undefined) return 'prompt is too long: it exceeds the context of the model';
  if (prompt === undefined || (atLeast === true && prompt <= limit))
    return `prompt is too long: it exceeds the context of ${limit} tokens`;
  return prompt > limit
    ? `prompt is too long: ${prompt} tokens > ${limit} maximum`
    : `prompt and output are too long: ${prompt} tokens of prompt and the requested output > ${limit} maximum`;
}

// How the known engines word it. Bounded repetitions only: the text is not ours.
const overflowPatterns = [
  /maximum context length|context length (?:is only|exceeded)|available context size|longer than the (?:model's context|maximum model) length/i,
  /exceeds? the (?:context|model's (?:maximum )?context|configured limit|maximum number of tokens)|exceed context limit|context window|too many tokens/i,
  /prompt is too long|input is too long for|prompt exceeds max length|prompt token count of \d{1,12} exceeds|maximum prompt length is|exceeded model token limit/i,
  /greater than the context length|when context the overflows|context size has been exceeded|inputs` (?:must have less than|tokens \+)|range of input length should be/i,
  /cannot be greater than max_model_len|exceeds the max_model_len|(?:greater|less) than max_seq_len|maximum supported sequence length|too big compared to kv size/i,
];

/** vLLM reads as much of a prompt as shows that it does not fit beside the answer that is asked for, and counts that. Or it reads none. */
const readInPart =
  /prompt contains at least \d|passed \d{1,12} input \w+ and requested|cannot be greater than max_model_len/i;

const promptPatterns = [
  /\((\d{1,12}) in the messages/i,
  /(\d{1,12}) tokens from the input messages/i,
  /passed (\d{1,12}) input tokens/i,
  /request has (\d{1,12}) input tokens/i,
  /messages resulted in (\d{1,12}) tokens/i,
  /prompt contains (?:at least )?(\d{1,12}) (?:input )?tokens/i,
  /(?:prompt|input|request) \((?:length )?(\d{1,12})(?: tokens)?\)/i,
  /prompt is too long: (\d{1,12}) tokens/i,
  /n_keep: (\d{1,12})|keep the first (\d{1,12}) tokens/i,
  /input token count \((\d{1,12})\)|prompt token count of (\d{1,12})/i,
  /context limit: (\d{1,12}) \+/i,
  /\((\d{1,12}) of text input/i,
  /request length (\d{1,12}) \+|prompt_tokens \((\d{1,12})\)|provided prompt is (\d{1,12}) tokens/i,
  /engine prompt length (\d{1,12})|request contains (\d{1,12}) tokens|\(requested: (\d{1,12})\)|Given: (\d{1,12})/i,
];

const limitPatterns = [
  /maximum context length (?:is|of) (\d{1,12})/i,
  /context length is only (\d{1,12})/i,
  /(?:context length|context size) \((\d{1,12}) tokens\)/i,
  /maximum model length of (\d{1,12})/i,
  /configured limit of (\d{1,12})/i,
  /tokens > (\d{1,12}) maximum/i,
  /n_ctx: (\d{1,12})|context length of only (\d{1,12})/i,
  /tokens allowed \((\d{1,12})\)|exceeds the limit of (\d{1,12})/i,
  /context limit: \d{1,12} \+ \d{1,12} > (\d{1,12})/i,
  /maximum prompt length is (\d{1,12})|model token limit: (\d{1,12})/i,
  /must have less than (\d{1,12}) tokens|must be <= (\d{1,12})\. Given|input length should be \[\d+, ?(\d{1,12})\]/i,
  /max_seq_len \(?(\d{1,12})|maximum supported sequence length is just (\d{1,12})/i,
  /cannot be greater than max_model_len=(?:max_total_tokens=)?(\d{1,12})|exceeds the max_model_len (\d{1,12})/i,
];

function firstNumber(text: string, patterns: readonly RegExp[]): number | undefined {
  for (const pattern of patterns) {
    const digits = pattern
      .exec(text)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (digits !== undefined) return Number(digits);
  }
  return undefined;
}
