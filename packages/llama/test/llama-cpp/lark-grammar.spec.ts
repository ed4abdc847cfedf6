import { Gbnf } from '#src/grammar/gbnf.js';
import { larkGrammar } from '#src/grammar/lark/lark-grammar.js';
import type { CustomTool } from '@org/engine';
import { buildRequest } from '@org/engine/testing';

import { demoModel, resultOf } from '../demo.js';
import { GrammarWalk } from '../grammar-walk.js';
import { seededRandom } from '../seeded-random.js';

/** Texts that a Lark definition accepts, decoded from their JSON string. */
function textsOf(definition: string, count = 60): readonly string[] {
  const gbnf = new Gbnf();
  const walk = new GrammarWalk(gbnf.text(`"\\"" ${larkGrammar(gbnf, definition)} "\\""`));
  const random = seededRandom(7);
  return Array.from({ length: count }, () => {
    const text: unknown = JSON.parse(walk.write(random));
    if (typeof text !== 'string') throw new Error('the grammar wrote no string');
    return text;
  });
}

/** The language that coding agents write patches in, in the shape they send it. */
const patch = `start: begin_patch hunk+ end_patch
begin_patch: "*** Begin Patch" LF
end_patch: "*** End Patch" LF?

hunk: add_hunk | delete_hunk
    | update_hunk
add_hunk: "*** Add File: " filename LF add_line+
delete_hunk: "*** Delete File: " filename LF   // nothing follows
update_hunk: "*** Update File: " filename LF change?

filename: /(.+)/
add_line: "+" /(.*)/ LF -> line
change: (change_context | change_line)+ eof_line?
change_context: ("@@" | "@@ " /(.+)/) LF
change_line: ("+" | "-" | " ") /(.*)/ LF
eof_line: "*** End of File" LF

%import common.LF
`;

describe('a Lark definition', () => {
  it('loses the ways that never end', () => {
    const gbnf = new Gbnf();
    const walk = new GrammarWalk(gbnf.text(larkGrammar(gbnf, 'start: "a" | "(" endless ")"\nendless: "b" endless')));
    expect([walk.endless(), walk.write(() => 0)]).toEqual([[], 'a']);
  });

  it('becomes a grammar for patches as agents send them', () => {
    const line = String.raw`[^\n\r\u2028\u2029]`;
    const expected = new RegExp(
      `^\\*\\*\\* Begin Patch\\n(\\*\\*\\* Add File: ${line}+\\n(\\+${line}*\\n)+|\\*\\*\\* Delete File: ${line}+\\n|\\*\\*\\* Update File: ${line}+\\n((@@( ${line}+)?\\n|[+\\- ]${line}*\\n)+(\\*\\*\\* End of File\\n)?)?)+\\*\\*\\* End Patch\\n?$`,
    );
    for (const text of textsOf(patch)) expect(text).toMatch(expected);
  });

  it.each<[string, string, RegExp]>([
    [
      'terminals, ranges and counts',
      'start: WORD "-" DIGIT~2..3 "." HEX+\nWORD: "a".."c"~2\nDIGIT: "0".."9"\nHEX: /[0-9a-f]/',
      /^[a-c]{2}-\d{2,3}\.[0-9a-f]+$/,
    ],
    [
      'what is ignored between tokens, not inside of them',
      'start: NUMBER ("+" NUMBER)*\nNUMBER: /[0-9]/ /[0-9]/\n%ignore " "',
      /^ *\d\d *(\+ *\d\d *)*$/,
    ],
    ['regular expressions in any case', 'start: /[a-c]é[^x]/i', /^[a-c]é[^x]$/iu],
    ['texts in any case', 'start: "select"i [" all"]', /^select( all)?$/i],
    ['recursion', 'start: value\n?value: "(" value ")" | "x"', /^\(*x\)*$/],
    [
      'nested calls next to plain names',
      'start: value\nvalue: NAME | call\ncall: NAME "(" [value ("," value)*] ")"\nNAME: /[a-z]+/',
      /^[a-z]+(\([a-z(),]*\))?$/,
    ],
    ['alternatives with the same start', 'start: pair\npair: "a" pair "b" | "a" pair "c" | "d"', /^a*d[bc]*$/],
    ['lists that end with themselves', 'start: list\nlist: "x" | "x" "," list', /^x(,x)*$/],
    ['words in a row', 'start: item+\nitem: WORD | "(" item* ")"\nWORD: /[a-z]+/\n%ignore " "', /^[a-z() ]+$/],
    ['rules inside of themselves that may be nothing', 'start: "<" nest ">"\nnest: ("(" nest ")")*', /^<[()]*>$/],
    ['imports under other names', 'start: N ("," N)*\n%import common.SIGNED_INT -> N', /^[+-]?\d+(,[+-]?\d+)*$/],
    ['lists of imports', 'start: CNAME "=" INT\n%import common (CNAME, INT)', /^[_a-zA-Z]\w*=\d+$/],
    ['priorities, marks and line ends', '!start.2: A\n  | B\nA.1: "a"\nB: "\\n"', /^[a\n]$/],
  ])('knows %s', (_name, definition, expected) => {
    for (const text of textsOf(definition)) expect(text).toMatch(expected);
  });

  it.each<[string, string, string]>([
    ['no start', 'other: "a"', 'the rule "start" is missing'],
    ['a name that nothing defines', 'start: missing', '"missing" is not defined'],
    ['a text that never ends', 'start: "a" start', '"start" matches no finite text'],
    ['a left-recursive rule', 'start: start "a" | "a"', '"start" is left-recursive'],
    [
      'a left-recursive rule after an empty element',
      'start: pad next\npad: "x"?\nnext: start "a"',
      'is left-recursive',
    ],
    [
      'a left-recursive rule that another element precedes',
      'start: "=" sum\nsum: sum "+" "1" | "1"',
      '"sum" is left-recursive',
    ],
    [
      'two rules that differ only at the end',
      'start: a | b\na: "x" a "y" | "z"\nb: "x" b "w" | "z"',
      'two alternatives that continue with "x"',
    ],
    [
      'words in a row that are counted',
      'start: item\nitem: WORD | "(" item item item ")"\nWORD: /[a-z]+/',
      'two alternatives that continue with "a"',
    ],
    [
      'repeated words with a continuation',
      'start: item+\nitem: WORD ["(" item* ")"]\nWORD: /[a-z]+/',
      'two alternatives that continue with "a"',
    ],
    [
      'a rule that may end or continue',
      'start: if\nif: "i" if ["e" if] | "s"',
      'two alternatives that continue with "e"',
    ],
    [
      'something ignored that is no terminal',
      'start: "a" "b"\nws: " "+\n%ignore ws',
      '"ws" is ignored, so it must be a terminal',
    ],
    ['templates', 'start: list{item}', 'templates are not supported'],
    ['other libraries', 'start: A\n%import python.A', 'only "common" can be imported'],
    ['look-ahead', 'start: /(?=a)b/', 'look-ahead'],
    ['flags that change how it is read', 'start: /a b/x', 'the flag "x"'],
    ['nonsense', 'start: "a" ] ', 'line 1: ] is not allowed here'],
    ['a text without an end', 'start: "a', 'line 1: "\\"a" is not valid syntax'],
    ['two definitions of one name', 'start: "a"\nstart: "b"', 'line 2: start is defined twice'],
  ])('is rejected for %s', (_name, definition, reason) => {
    expect(() => textsOf(definition)).toThrow(expect.objectContaining({ message: expect.stringContaining(reason) }));
  });
});

describe('a custom tool with a grammar', () => {
  const languageModel = demoModel({ slots: 2, contextLength: 1024 });
  const tool = (syntax: 'lark' | 'regex', definition: string): CustomTool => ({
    kind: 'custom',
    name: 'run',
    description: 'Runs it',
    format: { type: 'grammar', syntax, definition },
  });
  const call = async (custom: CustomTool, seed: number): Promise<string> => {
    const result = await resultOf(
      languageModel,
      buildRequest('Run it', {
        tools: [custom],
        toolChoice: { type: 'required' },
        parallelToolCalls: false,
        sampling: { temperature: 1.2, seed },
        limits: { maxOutputTokens: 300 },
      }),
    );
    const [part] = result.parts;
    if (part?.type !== 'tool-call') throw new Error('no call');
    return part.argumentsText;
  };

  it.each<[string, CustomTool, RegExp]>([
    ['a regular expression', tool('regex', '(add|sub) \\d{1,3}(, \\d{1,3})?'), /^(add|sub) \d{1,3}(, \d{1,3})?$/],
    [
      'anchors, names and flags as Rust writes them',
      tool('regex', '(?i)^(?P<month>Jan|Feb)\\s+(?P<day>\\d{1,2})(?:st|nd|rd|th)? at (0?[1-9]|1[0-2])(?P<half>AM|PM)$'),
      /^(Jan|Feb)\s+\d{1,2}(?:st|nd|rd|th)? at (0?[1-9]|1[0-2])(AM|PM)$/i,
    ],
    [
      'a Lark definition with line feeds',
      tool('lark', 'start: line~2\nline: "> " /[a-z"]{1,8}/ LF\n%import common.LF'),
      /^(> [a-z"]{1,8}\n){2}$/,
    ],
  ])(
    'receives text that matches %s',
    async (_name, custom, expected) => {
      for (let seed = 0; seed < 6; seed += 1) expect(await call(custom, seed)).toMatch(expected);
    },
    60_000,
  );

  it('is rejected with its path when the grammar is unsupported', async () => {
    await expect(call(tool('lark', 'start: start "a"'), 1)).rejects.toMatchObject({
      code: 'unsupported',
      param: 'tools.0.format.definition',
      message: expect.stringContaining('is left-recursive'),
    });
  });
});
