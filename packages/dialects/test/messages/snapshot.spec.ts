import { EngineError, type ErrorCode, type FinishKind, type GenerationResult } from '@org/engine';
import { messagesDialect } from '#src/messages.js';
import { body, encodeContext } from './requests.js';

const request = messagesDialect.parseRequest(body());
const result = (unified: FinishKind): GenerationResult => ({
  model: 'm',
  parts: [{ type: 'text', text: 'a' }],
  finishReason: { unified },
  usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
  warnings: [],
});
const encoder = (): ReturnType<typeof messagesDialect.createEncoder> =>
  messagesDialect.createEncoder(request, encodeContext());

describe('a snapshot', () => {
  it.each([
    ['stop', 'completed'],
    ['tool-calls', 'completed'],
    ['refusal', 'completed'],
    ['length', 'incomplete'],
    ['context-window', 'incomplete'],
  ] as const)('of a turn that ended by %s is %s and holds the response as delivered', (unified, status) => {
    const snapshot = encoder().snapshot({ result: result(unified) });
    expect(snapshot).toEqual({ status, payload: encoder().response(result(unified)), items: [] });
  });

  it.each([
    ['cancelled', 'cancelled'],
    ['upstream-failed', 'failed'],
  ] satisfies [ErrorCode, string][])('of a turn aborted by %s is %s and has no stop reason', (code, status) => {
    const snapshot = encoder().snapshot({ result: result('stop'), error: new EngineError(code, 'Cut.') });
    expect(snapshot).toMatchObject({ status, payload: { content: [{ type: 'text', text: 'a' }], stop_reason: null } });
  });
});
