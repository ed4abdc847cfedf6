// The hand-built frame equals the one that a serializer would write.
import { replay } from '@org/engine/testing';
import { formatSseEvent } from '@org/protocol/sse';
import * as fc from 'fast-check';
import { responsesDialect } from '#src/responses.js';
import { anyResult } from './generated.js';
import { encodeContext } from './options.js';

it('every event that the encoder makes is formatted as its JSON text, to the byte', () => {
  fc.assert(
    fc.property(anyResult, fc.integer({ min: 1, max: 20 }), (result, length) => {
      const encoder = responsesDialect.createEncoder({ model: 'm', input: 'q' }, encodeContext());
      for (const event of [...replay(result, length)].flatMap((step) => encoder.push(step))) {
        expect(responsesDialect.formatEvent(event)).toBe(formatSseEvent(event));
      }
    }),
  );
});

it('a delta may hold any text, under any id', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, fc.nat(), (delta, item_id, number) => {
      const event = {
        type: 'response.output_text.delta' as const,
        item_id,
        output_index: number,
        sequence_number: number,
        content_index: number,
        delta,
        logprobs: [],
      };
      expect(responsesDialect.formatEvent(event)).toBe(formatSseEvent(event));
    }),
  );
});
