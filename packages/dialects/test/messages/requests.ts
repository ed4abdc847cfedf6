// Requests for tests: the smallest valid body, changed where a test wants it.
import { EngineError, type JsonObject, type TurnRequest } from '@org/engine';
import type { MessageCreateParams } from '@org/protocol/messages';
import type { DecodeOptions, DecodePolicy, EncodeContext } from '#src/dialect.js';
import { messagesDialect } from '#src/messages.js';
import { encodeRequest } from '#src/messages/upstream/encode-request.js';
import type { Rule, RuleContext, Violation } from '#src/messages/rules/rule.js';
import { testSigner } from '../test-signer.js';

export const policy: DecodePolicy = { hostedTools: 'warn', strict: false, maxTools: 256 };

export function body(fields: object = {}): JsonObject {
  return { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }], ...fields };
}

export function decodeOptions(options: Partial<DecodeOptions> = {}): DecodeOptions {
  return { reasoningSigner: testSigner, items: new Map(), policy, ...options };
}

export function decode(
  fields: object = {},
  options: Partial<DecodeOptions> = {},
): ReturnType<typeof messagesDialect.decodeRequest> {
  return messagesDialect.decodeRequest(messagesDialect.parseRequest(body(fields)), decodeOptions(options));
}

/** The API request that decodes to the turn. */
export function encodeTurn({ generation, instructions, input }: TurnRequest): MessageCreateParams {
  return messagesDialect.parseRequest(encodeRequest({ ...generation, messages: [...instructions, ...input] }));
}

export function encodeContext(context: Partial<EncodeContext> = {}): EncodeContext {
  return {
    id: 'msg_1',
    createdAt: 1_700_000_000,
    now: () => 1_700_000_001,
    reasoningSigner: testSigner,
    policy: { usageNames: 'both', rawReasoning: false },
    ...context,
  };
}

/** The violation that a rule reports for a body with these fields. */
export function checkRule(rule: Rule, fields: object, context: Partial<RuleContext> = {}): Violation | undefined {
  return rule(messagesDialect.parseRequest(body(fields)), { strict: false, maxTools: 256, ...context });
}

/** The error that `run` throws; fails the test when it throws none or one of another kind. */
export function errorOf(run: () => unknown): EngineError {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof EngineError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

export const user = (content: unknown): object => ({ role: 'user', content });
export const assistant = (content: unknown): object => ({ role: 'assistant', content });
export const toolUse = (id: string): object => ({ type: 'tool_use', id, name: 'look', input: {} });
export const toolResult = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'seen' });
export const text = (value: string): object => ({ type: 'text', text: value });
