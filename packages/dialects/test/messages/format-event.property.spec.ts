// The hand-built frame equals the one that a serializer would write.
import { replay } from '@org/engine/testing';
import { formatSseEvent } from '@org/protocol/sse';
import * as fc from 'fast-check';
import { messagesDialect } from '#src/messages.js';
import { anyResult } from './arbitraries.js';
import { body, encodeContext } from './requests.js';

const request = messagesDialect.parseRequest(body());

it('every event that the encoder makes is formatted as its JSON text, to the byte', () => {
  fc.assert(
    fc.property(anyResult, fc.integer({ min: 1, max: 20 }), (result, length) => {
      const encoder = messagesDialect.createEncoder(request, encodeContext());
      for (const event of [...replay(result, length)].flatMap((step) => encoder.push(step))) {
        expect(messagesDialect.formatEvent(event)).toBe(formatSseEvent(event));
      }
    }),
  );
});

it('a delta may have other members than its text, as upstreams of this dialect send them', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.dictionary(
        fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
        fc.jsonValue(),
      ),
      (text, more) => {
        const event = {
          type: 'content_block_delta' as const,
          index: 0,
          delta: { ...more, type: 'text_delta' as const, text },
        };
        expect(messagesDialect.formatEvent(event)).toBe(formatSseEvent(event));
      },
    ),
  );
});

it('a delta may hold any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, index) => {
      const event = { type: 'content_block_delta' as const, index, delta: { type: 'text_delta' as const, text } };
      expect(messagesDialect.formatEvent(event)).toBe(formatSseEvent(event));
    }),
  );
});
