import { readDocument } from '#src/documents/read-document.js';
import { defaultDocumentLimits, type DocumentHints, type DocumentLimits } from '#src/documents/document.js';
import { docxOf, pdfBomb, pdfOf, pptxOf, xlsxOf, zipOf } from './files.js';

const never = new AbortController().signal;

function read(content: Uint8Array | string, hints: DocumentHints = {}, limits: Partial<DocumentLimits> = {}) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return readDocument(bytes, hints, { signal: never, limits });
}

async function textOf(content: Uint8Array | string, hints: DocumentHints = {}): Promise<string> {
  const document = await read(content, hints);
  if (document.type === 'failure') throw new Error(document.message);
  return document.sections.map(({ text }) => text).join('\n\n');
}

const html = { mediaType: 'text/html; charset=utf-8', url: 'https://site.example/docs/page' };

describe('a PDF', () => {
  it('has the text of each page with its number', async () => {
    expect(await read(pdfOf(['First page', '', 'Third\nof (three)'], { title: 'Report' }))).toEqual({
      type: 'document',
      title: 'Report',
      mediaType: 'application/pdf',
      sections: [
        { text: 'First page', page: 1 },
        { text: 'Third\nof (three)', page: 3 },
      ],
    });
  });

  it('is unsupported_file with the reason when it is a scan without text', async () => {
    expect(await read(pdfOf(['', '']))).toEqual({
      type: 'failure',
      code: 'unsupported_file',
      message: 'The PDF has no text on its 2 pages: it seems to be a scan. Use a PDF with recognized text.',
    });
  });

  it('is invalid_file when it is damaged', async () => {
    expect(await read('%PDF-1.7\nnothing more')).toMatchObject({ type: 'failure', code: 'invalid_file' });
  });

  it('is truncated after maxPages', async () => {
    expect(await read(pdfOf(['one', 'two', 'three']), {}, { maxPages: 2 })).toMatchObject({
      sections: [{ text: 'one' }, { text: 'two' }],
      truncated: true,
    });
  });
});

describe('an HTML page', () => {
  it('becomes Markdown in sections by headings, with absolute links', async () => {
    const page = `<!doctype html><html><head><title>A page &amp; more</title></head><body>
      <h1>Install</h1><p>Run <code>npm i</code> and see <a href="../guide?a=1#top">the guide</a>.</p>
      <h2>Use</h2><ul><li>one<li>two</ul><ol start="3"><li>three</li></ol>
      <table><tr><th>Name</th><th>Size</th></tr><tr><td>a</td><td></td></tr></table>
      <pre><code class="language-js">let a;
let b;</code></pre><img src="https://evil.example/?leak" alt="A plot"></body></html>`;
    expect(await read(page, html)).toEqual({
      type: 'document',
      title: 'A page & more',
      mediaType: 'text/html',
      sections: [
        {
          heading: 'Install',
          text: '# Install\n\nRun `npm i` and see [the guide](https://site.example/guide?a=1#top).',
        },
        {
          heading: 'Use',
          text: '## Use\n\n- one\n- two\n\n3. three\n\n| Name | Size |\n| a |  |\n\n```js\nlet a;\nlet b;\n```\n\n[Image: A plot]',
        },
      ],
    });
  });

  it('has its article without navigation, and its body where it has no article', async () => {
    const paragraphs = Array.from(
      { length: 12 },
      (_, n) => `<p>Paragraph ${n}, ${'with some words in it, '.repeat(12)}.</p>`,
    );
    const article = await textOf(
      `<html><body><nav><a href="/a">Home</a></nav><div class="sidebar"><ul>${'<li><a href="/x">Other</a></li>'.repeat(20)}</ul></div><article><h1>News</h1>${paragraphs.join('')}</article><footer>Imprint</footer></body></html>`,
      html,
    );
    expect(article).toContain('Paragraph 11');
    expect(article).not.toMatch(/Home|Imprint|Other/);
    const list = await textOf(
      `<html><body><ul>${Array.from({ length: 50 }, (_, n) => `<li><a href="/p/${n}">Product ${n}</a> ${n} EUR</li>`).join('')}</ul></body></html>`,
      html,
    );
    expect(list).toContain('[Product 0](https://site.example/p/0) 0 EUR');
    expect(list).toContain('Product 49');
  });

  it.each([
    ['the attribute hidden', '<div hidden>SECRET</div>'],
    ['aria-hidden', '<div aria-hidden="true">SECRET</div>'],
    ['display: none', '<div style="color:red; DISPLAY: none">SECRET</div>'],
    ['visibility: hidden', '<span style="visibility:hidden">SECRET</span>'],
    ['no opacity', '<span style="opacity: 0">SECRET</span>'],
    ['no font size', '<span style="font-size:0px">SECRET</span>'],
    ['a tiny font', '<span style="font-size: 1px">SECRET</span>'],
    ['a transparent color', '<span style="color: transparent">SECRET</span>'],
    ['the color of the background', '<span style="color:#fff;background-color:#fff">SECRET</span>'],
    ['a position outside', '<div style="position:absolute;left:-9999px">SECRET</div>'],
    ['a clip', '<div style="clip-path: inset(50%)">SECRET</div>'],
    ['no height', '<div style="height:0;overflow:hidden">SECRET</div>'],
    ['a rule of the page', '<style>.ghost, .x { display : none }</style><p class="ghost">SECRET</p>'],
    ['a comment', '<!-- SECRET -->'],
    ['a script', '<script>SECRET</script><noscript>SECRET</noscript><template>SECRET</template>'],
    ['a form', '<input type="hidden" value="SECRET"><textarea>SECRET</textarea>'],
    ['an attribute', '<p title="SECRET" data-x="SECRET">text</p>'],
    [
      'tag characters',
      `<p>text${[...'SECRET'].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('')}</p>`,
    ],
  ])('has no text that is hidden by %s', async (_, hidden) => {
    const text = await textOf(`<html><body><p>Visible</p>${hidden}<p>Also visible</p></body></html>`, html);
    expect(text).toContain('Visible');
    expect(text).toContain('Also visible');
    expect(text).not.toMatch(/SECRET|[\u{e0000}-\u{e007f}]/u);
  });

  it('has text that only print or a small screen hides', async () => {
    const text = await textOf(
      '<html><head><style>@media print { .screen { display: none } } .other { color: red }</style></head><body><p class="screen">Shown</p></body></html>',
      html,
    );
    expect(text).toBe('Shown');
  });

  it('has its text without escapes, so that a quotation is found in it', async () => {
    expect(await textOf('<p>Call snake_case_name [1] * 2 &lt;b&gt; &amp;lt; 1. x</p>', html)).toBe(
      'Call snake_case_name [1] * 2 <b> &lt; 1. x',
    );
  });

  it('is read by its charset, and as a fragment', async () => {
    expect(
      await textOf(Buffer.from('<p>Gr\u00fc\u00dfe', 'latin1'), { mediaType: 'text/html; charset=iso-8859-1' }),
    ).toBe('Gr\u00fc\u00dfe');
    expect(
      await textOf(
        Buffer.from('<html><head><meta charset="windows-1252"></head><body>Gr\u00fc\u00dfe</body></html>', 'latin1'),
        {
          filename: 'a.html',
        },
      ),
    ).toBe('Gr\u00fc\u00dfe');
  });
});

describe('an Office file', () => {
  it('DOCX has headings by their style names, tables, and neither hidden nor deleted text', async () => {
    const run = (text: string, properties = ''): string => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
    const paragraph = (content: string, properties = ''): string => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
    const file = docxOf(
      [
        paragraph(run('Intro &amp; more')),
        paragraph(run('Costs'), '<w:pStyle w:val="berschrift2"/>'),
        paragraph(`${run('Visible')}${run('SECRET', '<w:vanish/>')}<w:del>${run('SECRET')}</w:del>`),
        paragraph(run('item'), '<w:numPr/>'),
        `<w:tbl><w:tr><w:tc>${paragraph(run('a'))}</w:tc><w:tc>${paragraph(run('b'))}</w:tc></w:tr></w:tbl>`,
      ].join(''),
    );
    expect(await read(file, { filename: 'report.docx' })).toEqual({
      type: 'document',
      title: 'The report',
      mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      sections: [{ text: 'Intro & more' }, { heading: 'Costs', text: '## Costs\n\nVisible\n\n- item\n\n| a | b |' }],
    });
  });

  it('PPTX has a section per slide in the order of the presentation', async () => {
    const file = pptxOf([
      ['First', 'Hello'],
      ['Second', 'World'],
    ]);
    expect(await read(file)).toEqual({
      type: 'document',
      mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      sections: [
        { page: 1, heading: 'First', text: 'First\n\nHello' },
        { page: 2, heading: 'Second', text: 'Second\n\nWorld' },
      ],
    });
  });

  it('XLSX has a section per sheet with strings, numbers, dates and gaps', async () => {
    const file = xlsxOf(
      {
        Costs:
          '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>in line</t></is></c></row><row r="2"><c r="A2"><v>1.5</v></c><c r="B2" s="1"><v>46082</v></c><c r="C2" s="2"><v>46082.5</v></c><c r="D2" t="b"><v>1</v></c></row>',
        Empty: '',
      },
      ['zero', 'shared'],
    );
    expect(await read(file)).toEqual({
      type: 'document',
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      sections: [{ heading: 'Costs', text: 'shared\t\tin line\n1.5\t2026-03-01\t2026-03-01 12:00\tTRUE' }],
    });
  });

  it('is unsupported_file when it is another archive or an old format', async () => {
    expect(await read(zipOf({ 'a.txt': 'text' }))).toMatchObject({ code: 'unsupported_file' });
    expect(await read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), { filename: 'a.doc' })).toMatchObject({
      code: 'unsupported_file',
      message: expect.stringMatching(/save it as DOCX/),
    });
  });

  it('is invalid_file when it is damaged', async () => {
    const file = docxOf('<w:p/>');
    expect(await read(file.subarray(0, file.length / 2))).toMatchObject({ code: 'invalid_file' });
  });
});

describe('a text file', () => {
  it.each([
    ['text/plain', 'notes.txt', 'text/plain'],
    ['text/csv', 'a.csv', 'text/csv'],
    ['application/json', 'a.json', 'application/json'],
    ['application/octet-stream', 'main.rs', 'text/plain'],
    ['', '', 'text/plain'],
  ])('of type %s, named %s, is read as it is', async (mediaType, filename, expected) => {
    const text = '{"a": "Gr\u00fc\u00dfe",\n  "b": 1}';
    expect(await read(text, { mediaType, filename })).toEqual({
      type: 'document',
      mediaType: expected,
      sections: [{ text }],
    });
  });

  it('in Markdown has sections by headings, and none within code', async () => {
    expect(
      await read('intro\n\n# One #\ntext\n```\n# no heading\n```\n## Two\nmore', { filename: 'a.md' }),
    ).toMatchObject({
      mediaType: 'text/markdown',
      sections: [
        { text: 'intro' },
        { heading: 'One', text: '# One #\ntext\n```\n# no heading\n```' },
        { heading: 'Two', text: '## Two\nmore' },
      ],
    });
  });

  it('is UTF-16 by its mark, and invalid_file when it is no UTF-8', async () => {
    expect(await textOf(Buffer.from('\ufeffGr\u00fc\u00dfe', 'utf16le'))).toBe('Gr\u00fc\u00dfe');
    expect(await read(Buffer.from([0x61, 0xff, 0xfe]))).toMatchObject({
      code: 'invalid_file',
      message: 'The file is no text in UTF-8.',
    });
  });

  it.each([
    ['empty', Buffer.alloc(0), {}, 'invalid_file'],
    ['a picture', Buffer.from('\u0089PNG\r\n\0'), { mediaType: 'image/png' }, 'unsupported_file'],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), {}, 'unsupported_file'],
    ['RTF', Buffer.from('{\\rtf1 text}'), { filename: 'a.rtf' }, 'unsupported_file'],
    ['more than maxBytes', Buffer.alloc(defaultDocumentLimits.maxBytes + 1, 'a'), {}, 'too_large'],
  ])('is a failure when it is %s', async (_, bytes, hints, code) => {
    expect(await read(bytes, hints)).toMatchObject({ type: 'failure', code });
  });

  it('is truncated after maxCharacters', async () => {
    expect(await read('a'.repeat(50), {}, { maxCharacters: 10 })).toMatchObject({
      sections: [{ text: 'a'.repeat(10) }],
      truncated: true,
    });
  });
});

describe('a hostile file', () => {
  let bomb: Buffer;
  beforeAll(() => {
    bomb = pdfBomb(300_000_000);
  });

  it('is too_large when an archive unpacks to more than maxUnpackedBytes or has too many entries', async () => {
    const packed = docxOf(`<w:p><w:r><w:t>${'a'.repeat(5_000_000)}</w:t></w:r></w:p>`);
    expect(packed.length).toBeLessThan(50_000);
    expect(await read(packed, {}, { maxUnpackedBytes: 1_000_000 })).toMatchObject({ code: 'too_large' });
    const many = zipOf(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`word/${n}.xml`, ''])));
    expect(await read(many, {}, { maxEntries: 20 })).toMatchObject({ code: 'too_large' });
  });

  it('is too_large when its reader takes longer than timeoutMs, and the next file is read', async () => {
    const started = performance.now();
    expect(await read(`<html><body>${'<div>'.repeat(50_000)}text`, html, { timeoutMs: 300 })).toMatchObject({
      code: 'too_large',
      message: 'Reading the file takes more than 0.3 seconds.',
    });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await textOf('still here')).toBe('still here');
  });

  it('is too_large when it fills the heap of its reader, and the next file is read', async () => {
    const page = `<html><body>${'<p><b>a</b>'.repeat(400_000)}</body></html>`;
    expect(await read(page, html, { maxMemoryMiB: 64 })).toMatchObject({
      code: 'too_large',
      message: 'Reading the file takes more than 64 MiB of memory.',
    });
    expect(await textOf('still here')).toBe('still here');
  });

  it('is too_large when it fills memory outside of the heap', async () => {
    expect(await read(bomb, {}, { maxMemoryMiB: 96 })).toMatchObject({
      code: 'too_large',
      message: 'Reading the file takes more than 96 MiB of memory.',
    });
  });

  it.each([
    ['HTML that nests deeply', `<html><body>${'<div>'.repeat(50_000)}text`, html],
    [
      'entities that refer to each other',
      '<!DOCTYPE html [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><html><body>&b;',
      html,
    ],
    ['Markdown of fences only', '```\n~~~\n'.repeat(50_000), { filename: 'a.md' }],
  ])('ends with a result: %s', async (_, text, hints) => {
    const result = await read(text, hints, { timeoutMs: 1_000 });
    expect(['document', 'failure']).toContain(result.type);
  });

  it('is given up within 200 ms of an abort', async () => {
    const controller = new AbortController();
    const reading = readDocument(bomb, {}, { signal: controller.signal }).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const aborted = performance.now();
    controller.abort();
    expect(await reading).toMatchObject({ code: 'cancelled' });
    expect(performance.now() - aborted).toBeLessThan(200);
  });
});
