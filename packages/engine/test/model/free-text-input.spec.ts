import { FreeTextInput } from '#src/model/free-text-input.js';

describe('the free text of a call that arrives in pieces', () => {
  it('is looked for at the beginning alone, not in all that came with every piece', () => {
    const exec = jest.spyOn(RegExp.prototype, 'exec');
    const input = new FreeTextInput();
    const chunks = ['{"other":"', ...Array.from({ length: 5_000 }, () => 'a'), '"}'];
    for (const chunk of chunks) expect(input.push(chunk)).toBe('');
    const looks = exec.mock.calls.length;
    exec.mockRestore();
    expect(looks).toBeLessThan(2_000);
    expect(input.finish()).toBe(chunks.join(''));
  });

  it('is found behind white space, and in one long piece', () => {
    for (const first of ['{"input":"', ' \n{\n "input" : "', `{"input":"${'b'.repeat(5_000)}`]) {
      const input = new FreeTextInput();
      const complete = [...`${first}a\\n`, 'c"}'].map((chunk) => input.push(chunk)).join('') + input.finish();
      expect(complete).toBe(`${first.replace(/^[^"]*"input"[^"]*"/, '')}a\nc`);
    }
    const input = new FreeTextInput();
    expect(input.push(`${' '.repeat(5_000)}{"input":"abc`)).toBe('abc');
  });
});
