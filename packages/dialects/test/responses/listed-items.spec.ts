// What was sent, as lists show it: with the members that the official types have on every such item.
import type { ResponseInputItem } from '@org/protocol/responses';
import { inputItems } from '#src/responses/snapshot.js';

const listed = (item: ResponseInputItem): unknown => inputItems([item], 'resp_1', new Map())[0]?.value;
const url = 'data:image/png;base64,AAAA';

describe('a picture in a listed message', () => {
  it('has a detail, which is auto where the client named none', () => {
    const content = [{ type: 'input_image' as const, image_url: url }, { type: 'input_image' as const, image_url: url, detail: null }, { type: 'input_image' as const, image_url: url, detail: 'low' as const }];
    expect(listed({ role: 'user', content })).toMatchObject({
      content: [
        { type: 'input_image', image_url: url, detail: 'auto' },
        { type: 'input_image', image_url: url, detail: 'auto' },
        { type: 'input_image', image_url: url, detail: 'low' },
      ],
    });
  });

  it('leaves the other parts as they were sent', () => {
    const content = [{ type: 'input_text' as const, text: 'What is this?' }, { type: 'input_file' as const, file_id: 'file_1' }];
    expect(listed({ role: 'user', content })).toMatchObject({ content });
  });
});
