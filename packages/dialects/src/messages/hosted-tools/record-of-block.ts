// What a block of an earlier turn reports about hosted tools, in neutral terms: the model receives a call and its
// result, as it did when the call was made.
import {
  asText,
  type JsonObject,
  type JsonValue,
  memberOf,
  objectOf,
  type ServerCallOutcome,
  type ServerToolRecord,
  textOf,
  type WebHit,
} from '@org/engine';
import { opaqueText } from '../opaque-text.js';
import { runnerOf, toolOfResult } from './api-tool.js';
import { delimitedText } from './delimited-text.js';
import { type HitSigner, openHits } from './encrypted-hits.js';
import { fetchedOutcome } from './fetched-outcome.js';

/**
 * Undefined for a block that reports no such thing. `signer` reads the texts of hits. Without it, the block is one of an
 * upstream: hits have a title and a URL, and the record has no result of a tool that the service ran.
 */
export function hostedRecordOf(block: JsonObject, signer?: HitSigner): ServerToolRecord | undefined {
  return block['type'] === 'server_tool_use' ? callRecord(block) : resultRecord(block, signer);
}

function callRecord({ id, name, input }: JsonObject): ServerToolRecord | undefined {
  const runner = runnerOf(textOf(name));
  if (runner === undefined) return undefined;
  return {
    type: 'call',
    call: {
      callId: textOf(id),
      source: { type: 'hosted', kind: runner.kind },
      name: runner.functionName,
      argumentsText: JSON.stringify(input ?? {}),
    },
  };
}

function resultRecord(block: JsonObject, signer: HitSigner | undefined): ServerToolRecord | undefined {
  const tool = toolOfResult(block['type']);
  if (tool === undefined) return undefined;
  const { tool_use_id: callId, content } = block;
  const { type, error_code: code, error_message: message } = objectOf(content);
  const outcome =
    type === `${tool}_tool_result_error`
      ? failedOutcome(asText(message) ?? textOf(code))
      : tool === 'web_search'
        ? searchOutcome(content, signer)
        : tool === 'web_fetch'
          ? fetchedOutcome(objectOf(content))
          : textOutcome(opaqueText(block) ?? (isEncrypted(block) ? encryptedOutput : 'The call succeeded.'));
  return { type: 'result', callId: textOf(callId), outcome: signer === undefined ? withoutHosted(outcome) : outcome };
}

function withoutHosted(outcome: ServerCallOutcome): ServerCallOutcome {
  const { hosted: _, ...seenByModel } = outcome;
  return seenByModel;
}

const encryptedOutput = 'The output of this call is encrypted. Only the service that made the call can read it.';

/** Whether only the vendor can read the output of code. */
export function isEncrypted({ content }: JsonObject): boolean {
  return memberOf(content, 'encrypted_stdout') !== undefined;
}

function failedOutcome(reason: string): ServerCallOutcome {
  return { ...textOutcome(`The call failed: ${reason}`), isError: true };
}

function textOutcome(text: string): ServerCallOutcome {
  return { content: [{ type: 'text', text }] };
}

function searchOutcome(content: JsonValue | undefined, signer: HitSigner | undefined): ServerCallOutcome {
  const { hits, outcomeText } = openHits(content, signer);
  return {
    ...textOutcome(outcomeText ?? shownHits(hits)),
    hosted: { type: 'web-search', queries: [], hits },
  };
}

function shownHits(hits: readonly WebHit[]): string {
  if (hits.length === 0) return 'The search found nothing.';
  const shown = hits.map(({ title, url, pageAge = '', text }) =>
    [title, url, pageAge, text].filter((line) => line !== '').join('\n'),
  );
  return delimitedText('search_results', shown.join('\n\n'));
}
