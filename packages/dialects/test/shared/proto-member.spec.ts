// A member with the name of an inherited property is treated like any other. The schemas omit it from requests.
import type { JsonObject } from '@org/engine';
import { membersBeyond, membersOutside } from '#src/shared/json-of.js';
import { clientViewOfDocument } from '../messages/upstream/client-view.js';

const proto = '"__proto__":{"deep":1}';

describe('a member named __proto__', () => {
  it.each([membersOutside, membersBeyond])('is preserved next to the known members by %p', (remaining) =>
    expect(JSON.stringify(remaining(JSON.parse(`{"a":1,${proto},"b":2}`) as JsonObject, new Set(['a'])))).toBe(
      `{${proto},"b":2}`,
    ),
  );

  it('reaches the client from any position in an upstream response', () => {
    const content = `{"type":"text","text":"Hi",${proto}},{"type":"moon",${proto}}`;
    const { nonStreamed } = clientViewOfDocument(
      `{"type":"message","model":"m","role":"assistant","content":[${content}],"stop_reason":"end_turn",${proto},"usage":{"input_tokens":1,"output_tokens":2,${proto}}}`,
    );
    expect(nonStreamed.split(proto)).toHaveLength(5);
  });
});
