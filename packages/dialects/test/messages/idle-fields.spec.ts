// What a request asks for and this service does not do is said, field by field.
import { messageCreateParamsSchema } from '@org/protocol/messages';
import { fieldEffects } from '#src/messages/decode-warnings.js';
import { messagesDialect } from '#src/messages.js';
import { body, decodeOptions } from './requests.js';

function warned(fields: object): string[] {
  return messagesDialect.decodeRequest(messagesDialect.parseRequest(body(fields)), decodeOptions()).warnings.map(({ param }) => param);
}

describe('a known field of a messages request', () => {
  it('is decided on, whichever it is', () => {
    expect(Object.keys(fieldEffects).sort()).toEqual(Object.keys(messageCreateParamsSchema.shape).sort());
  });

  it('is warned of where it has no effect', () => {
    expect(warned({ speed: 'fast', diagnostics: { previous_message_id: 'msg_1' }, fallback_credit_token: 'fct_1' })).toEqual(['speed', 'diagnostics', 'fallback_credit_token']);
  });

  it('is not warned of where it asks for what is done anyway', () => {
    expect(warned({ speed: 'standard', diagnostics: null, container: null })).toEqual([]);
  });
});
