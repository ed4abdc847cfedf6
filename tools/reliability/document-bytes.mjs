// Minimal files of two formats, so that ingestions start the parsers of the service.
import { crc32 } from 'node:zlib';

/** A PDF with one page. @param {readonly string[]} lines printable ASCII */
export function pdfOf(lines) {
  const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, String.raw`\$&`)}) Tj 0 -14 Td`).join(' ');
  const stream = `BT /F1 12 Tf 50 700 Td ${shown} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

/** A DOCX file. @param {readonly string[]} paragraphs text without markup */
export function docxOf(paragraphs) {
  const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  return storedZip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0"?><w:document ${word}><w:body>${body}</w:body></w:document>`,
  });
}

/** A ZIP archive without compression. @param {Record<string, string>} entries texts by name */
function storedZip(entries) {
  const files = [];
  const directory = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const [nameBytes, content] = [Buffer.from(name), Buffer.from(text)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    const local = [Buffer.from('PK\u0003\u0004'), facts, nameBytes, content];
    files.push(...local);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), facts, position, nameBytes);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const count = Object.keys(entries).length;
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}
