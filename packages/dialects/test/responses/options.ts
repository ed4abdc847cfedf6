// What surrounds a translation in these tests.
import type { JsonObject, TurnRequest } from '@org/engine';
import type { ResponseCreateParams } from '@org/protocol/responses';
import type { DecodeOptions, DecodePolicy, EncodeContext, EncodePolicy } from '#src/dialect.js';
import { responsesDialect } from '#src/responses.js';
import { encodeRequest } from '#src/responses/upstream/encode-request.js';
import { testSigner } from '../test-signer.js';

export function decodeOptions(
  policy: Partial<DecodePolicy> = {},
  items: Readonly<Record<string, JsonObject>> = {},
): DecodeOptions {
  return {
    reasoningSigner: testSigner,
    items: new Map(Object.entries(items)),
    policy: { hostedTools: 'warn', strict: false, maxTools: 256, ...policy },
  };
}

/** The API request that decodes to the turn. */
export function encodeTurn({ generation, instructions, input, state }: TurnRequest): ResponseCreateParams {
  return responsesDialect.parseRequest({
    ...encodeRequest({ ...generation, messages: [...instructions, ...input] }),
    ...(!state.store && { store: false }),
    ...(state.previousId !== undefined && { previous_response_id: state.previousId }),
  });
}

export function encodeContext(policy: Partial<EncodePolicy> = {}, known: Partial<EncodeContext> = {}): EncodeContext {
  return {
    id: 'resp_4tq0a1b2c3',
    createdAt: 1_790_000_000,
    now: () => 1_790_000_009,
    reasoningSigner: testSigner,
    policy: { usageNames: 'both', rawReasoning: false, ...policy },
    ...known,
  };
}
