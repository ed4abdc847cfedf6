import { TextBuilder } from '#src/text/text-builder.js';

describe('a text that arrives in chunks', () => {
  it('is all of them in their order, however many there are and whenever it is read', () => {
    const text = new TextBuilder();
    let expected = '';
    expect(text.toString()).toBe('');
    for (let number = 0; number < 40; number += 1) {
      const chunk = number % 7 === 0 ? '' : `${number} `;
      text.push(chunk);
      expected += chunk;
      expect(text.toString()).toBe(expected);
    }
  });
});
