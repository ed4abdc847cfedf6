// A member that is named like what every object inherits is a member like any other. Of requests the schemas leave it out.
import type { JsonObject } from '@org/engine';
import { membersBeyond, membersOutside } from '#src/shared/json-of.js';
import { clientViewOfDocument } from '../messages/upstream/client-view.js';

const proto = '"__proto__":{"deep":1}';

describe('a member named __proto__', () => {
  it.each([membersOutside, membersBeyond])('is left beside the known ones by %p', (remaining) =>
    expect(JSON.stringify(remaining(JSON.parse(`{"a":1,${proto},"b":2}`) as JsonObject, new Set(['a'])))).toBe(
      `{${proto},"b":2}`,
    ),
  );

  it('reaches the client from wherever it stands in the answer of an upstream', () => {
    const content = `{"type":"text","text":"Hi",${proto}},{"type":"moon",${proto}}`;
    const { nonStreamed } = clientViewOfDocument(
      `{"type":"message","model":"m","role":"assistant","content":[${content}],"stop_reason":"end_turn",${proto},"usage":{"input_tokens":1,"output_tokens":2,${proto}}}`,
    );
    expect(nonStreamed.split(proto)).toHaveLength(5);
  });
});
