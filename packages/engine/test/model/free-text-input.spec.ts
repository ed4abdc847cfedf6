import { FreeTextInput } from '#src/model/free-text-input.js';

describe('the custom tool input of a call that arrives in chunks', () => {
  it('searches only the beginning, not all of the input with every chunk', () => {
    const exec = jest.spyOn(RegExp.prototype, 'exec');
    const input = new FreeTextInput();
    const chunks = ['{"other":"', ...Array.from({ length: 5_000 }, () => 'a'), '"}'];
    for (const chunk of chunks) expect(input.push(chunk)).toBe('');
    const looks = exec.mock.calls.length;
    exec.mockRestore();
    expect(looks).toBeLessThan(2_000);
    expect(input.finish()).toBe(chunks.join(''));
  });

  it('finds the input after white space, and in one long chunk', () => {
    for (const first of ['{"input":"', ' \n{\n "input" : "', `{"input":"${'b'.repeat(5_000)}`]) {
      const input = new FreeTextInput();
      const complete = [...`${first}a\\n`, 'c"}'].map((chunk) => input.push(chunk)).join('') + input.finish();
      expect(complete).toBe(`${first.replace(/^[^"]*"input"[^"]*"/, '')}a\nc`);
    }
    const input = new FreeTextInput();
    expect(input.push(`${' '.repeat(5_000)}{"input":"abc`)).toBe('abc');
  });
});
