import { FiniteRules } from '#src/grammar/finite-rules.js';

/** Records which rules are read. */
class Rules extends Map<string, string> {
  readonly readNames: string[] = [];

  override get(name: string): string | undefined {
    this.readNames.push(name);
    return super.get(name);
  }
}

describe('what finite texts fulfil', () => {
  const endless = ['endless', '"a" endless'] as const;
  const node = ['node', '"n" ( "(" node ")" | endless )?'] as const;

  it('is determined from the rules that the expression references, without reading others', () => {
    const rules = new Rules([endless, node, ['other', '"b"']]);
    expect([new FiniteRules(rules, ['node']).has('node'), new FiniteRules(rules, ['endless']).has('endless')]).toEqual([
      true,
      false,
    ]);
    expect(new Set(rules.readNames)).toEqual(new Set(['node', 'endless']));
  });

  it('preserves the finite rules in order and drops the rest', () => {
    const rules = new Map([['root', '"r" node'], endless, ['other', '"b"'], node] as const);
    expect([...new FiniteRules(rules, ['root']).rules()]).toEqual([
      ['root', '"r" node'],
      ['node', '"n" ( "(" node ")" )?'],
    ]);
  });
});
