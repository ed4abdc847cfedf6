import { readRetryAfter, arrayOf, asObject, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { errorTextOf } from './error-text-of.js';

/**
 * Returns the retry delay in seconds where only the error contains it: Gemini in a member, OpenAI and
 * Groq in text, also within streams.
 */
export function readRetryDelay(details: ApiPayload): number | undefined {
  const delay =
    arrayOf(details['details'])
      .map((detail) => asText(asObject(detail)?.['retryDelay']))
      .find((found) => found !== undefined) ?? retryDelayPattern.exec(errorTextOf(details))?.[1];
  const [match, hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = duration.exec(delay ?? '') ?? [];
  return match === undefined || match === ''
    ? undefined
    : readRetryAfter(
        String(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000),
      );
}

const retryDelayPattern = /\bplease try again in (\d[\d.hms]{1,40})/i;
/** `39s`, `7m12.5s`, `1h2m3s`, `250ms`. */
const duration = /^(?:(\d{1,4})h)?(?:(\d{1,6})m(?!s))?(?:(\d{1,9}(?:\.\d{1,9})?)s)?(?:(\d{1,9}(?:\.\d{1,9})?)ms)?\.?$/;
