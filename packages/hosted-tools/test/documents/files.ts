// Files of each format, made here: a reader must not be tested with what it wrote itself.
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

/** A PDF with one text per page; a page without text shows a rectangle, as a scan shows an image. */
export function pdfOf(pages: readonly string[], { title = '' } = {}): Buffer {
  const contents = pages.map((text) =>
    text === ''
      ? '0 0 100 100 re f'
      : `BT /F1 12 Tf 50 700 Td ${text
          .split('\n')
          .map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -14 Td`)
          .join(' ')} ET`,
  );
  return pdfOfStreams(
    contents.map((content) => Buffer.from(content, 'latin1')),
    title,
  );
}

/** A PDF whose pages have these content streams; `filter` names the compression of their bytes. */
export function pdfOfStreams(streams: readonly Buffer[], title = '', filter = ''): Buffer {
  const kids = streams.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    ...streams.flatMap((stream, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length}${filter === '' ? '' : ` /Filter /${filter}`} >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    ]),
    Buffer.from(`<< /Title (${title}) >>`),
  ];
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = 9;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const chunk = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    chunks.push(chunk);
    length += chunk.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  chunks.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}

/** A PDF of a megabyte whose page has a content stream of this many bytes. */
export function pdfBomb(bytes: number): Buffer {
  return pdfOfStreams([deflateSync(Buffer.alloc(bytes, ' q Q'), { level: 1 })], '', 'FlateDecode');
}

export function zipOf(entries: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])), { level: 9 }),
  );
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const relations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const office = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** `body`: elements of `w:body`. */
export function docxOf(body: string, others: Readonly<Record<string, string>> = {}): Buffer {
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document ${word}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${word}><w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style></w:styles>`,
    'docProps/core.xml': '<cp:coreProperties xmlns:dc="d"><dc:title>The report</dc:title></cp:coreProperties>',
    ...others,
  });
}

/** `slides`: the title and the text of each, in their order, which is not that of their names. */
export function pptxOf(slides: readonly (readonly [string, string])[]): Buffer {
  const names = slides.map((_, index) => `slides/slide${slides.length - index}.xml`);
  const shape = (text: string, type: string): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="1"/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  return zipOf({
    'ppt/presentation.xml': `<p:presentation ${office}><p:sldIdLst>${names.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships ${relations}>${names.map((name, index) => `<Relationship Id="rId${index}" Target="${name}"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      slides.map(([title, text], index) => [
        `ppt/${names[index]}`,
        `<p:sld><p:cSld><p:spTree>${shape(title, 'title')}${shape(text, 'body')}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  });
}

/** `sheets`: the rows of each, as the XML of `sheetData`. */
export function xlsxOf(sheets: Readonly<Record<string, string>>, strings: readonly string[] = []): Buffer {
  const names = Object.keys(sheets);
  return zipOf({
    'xl/workbook.xml': `<workbook ${office}><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships ${relations}>${names.map((_, index) => `<Relationship Id="rId${index}" Target="/xl/worksheets/sheet${index}.xml"/>`).join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>',
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/sheet${index}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}
