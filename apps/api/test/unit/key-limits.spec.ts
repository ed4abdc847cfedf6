import { pino } from 'pino';
import { cancelled } from '@org/engine';
import { KeyLimitsSettings } from '#src/config/settings/key-limit-settings.js';
import { RequestContext } from '#src/request-context/request-context.js';
import { Outcomes } from '#src/request-context/outcomes.js';
import { KeyLimits } from '#src/limits/key-limits.js';

const settings = (some: Partial<KeyLimitsSettings>): KeyLimitsSettings => Object.assign(new KeyLimitsSettings(), some);
const outcomes = new Outcomes(pino({ level: 'silent' }));
const keysWith = (some: Partial<KeyLimitsSettings>): KeyLimits =>
  new KeyLimits({ config: { keyLimits: settings(some) }, clock: { now: () => 0 }, outcomes });
const ada = { owner: 'ada', keyName: 'laptop' };

function createRequestContext(keyName = 'laptop'): RequestContext {
  const requestContext = new RequestContext({ requestId: 'req_1', dialect: 'responses' });
  requestContext.principal = { owner: 'ada', keyName, keyId: `key_${keyName}`, revocable: true };
  return requestContext;
}

describe('The limits of keys', () => {
  it('start with a reload that adds them and end with one that removes them', () => {
    const keys = keysWith({});
    for (let count = 0; count < 3; count += 1) keys.connect(ada);
    expect(keys.quotaCount).toBe(0);
    keys.set(settings({ connections: 1 }));
    keys.connect(ada);
    expect(() => keys.connect(ada)).toThrow('1 open connections');
    keys.set(settings({}));
    expect(() => keys.connect(ada)).not.toThrow();
    keys.set(settings({ named: [{ name: 'phone', connections: 1 }] }));
    const phone = { ...ada, keyName: 'phone' };
    const disconnect = keys.connect(phone);
    expect(() => keys.connect(phone)).toThrow('1 open connections');
    expect(() => keys.connect(ada)).not.toThrow();
    disconnect?.();
    expect(() => keys.connect(phone)).not.toThrow();
    keys.set(settings({ named: [{ name: 'phone', connections: 2 }] }));
    expect(() => keys.connect(phone)).not.toThrow();
    expect(() => keys.connect(phone)).toThrow('2 open connections');
  });

  it('count a request until it is reported, and what it has cost then', () => {
    const keys = keysWith({ concurrentRequests: 1, tokensPerMinute: 100 });
    const requestContext = createRequestContext();
    keys.enter(requestContext, 'generation');
    expect(() => keys.enter(createRequestContext(), 'generation')).toThrow('1 requests at a time');
    expect(keys.rejections.get('concurrency')).toBe(1);
    keys.enter(createRequestContext('phone'), 'generation');
    requestContext.log.usage = {
      inputTokens: 90,
      outputTokens: 20,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    };
    outcomes.report(requestContext, { method: 'POST', route: '/v1/responses', status: 200 });
    keys.enter(createRequestContext(), 'question');
    expect(() => keys.requireTokens(ada)).toThrow(expect.objectContaining({ code: 'rate-limited', retryAfter: 7 }));
    expect(() => keys.requireTokens({ ...ada, keyName: 'phone' })).not.toThrow();
  });

  it('do not apply to requests without a key', () => {
    const keys = keysWith({ concurrentRequests: 1 });
    for (let count = 0; count < 3; count += 1)
      keys.enter(new RequestContext({ requestId: 'req_1', dialect: 'responses' }), 'question');
    expect(keys.quotaCount).toBe(0);
  });

  it('let no request in that was ended', () => {
    const keys = keysWith({ concurrentRequests: 1 });
    const requestContext = createRequestContext();
    requestContext.abort(cancelled());
    expect(() => keys.enter(requestContext, 'generation')).toThrow('cancelled');
    keys.enter(createRequestContext(), 'generation');
  });
});
