import { DocumentError } from '../document-error.js';
import type { DocumentLimits, DocumentSection } from '../document.js';
import type { ReadContent } from '../read-bytes.js';
import { readPresentation } from './read-presentation.js';
import { readText } from './read-text.js';
import { readWorkbook } from './read-workbook.js';
import { unpacking, type Unpack } from './unpack.js';
import { descendantsNamed, parseXml } from './xml.js';

const prefix = 'application/vnd.openxmlformats-officedocument';

const readers: readonly {
  readonly mediaType: string;
  /** An entry that only this format has. */
  readonly main: string;
  readonly entries: RegExp;
  readonly read: (files: ReadonlyMap<string, string>) => readonly DocumentSection[];
}[] = [
  {
    mediaType: `${prefix}.wordprocessingml.document`,
    main: 'word/document.xml',
    entries: /^word\/(?:document|styles|footnotes|endnotes)\.xml$/,
    read: readText,
  },
  {
    mediaType: `${prefix}.presentationml.presentation`,
    main: 'ppt/presentation.xml',
    entries: /^ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|slides\/[^/]+\.xml)$/,
    read: readPresentation,
  },
  {
    mediaType: `${prefix}.spreadsheetml.sheet`,
    main: 'xl/workbook.xml',
    entries: /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/,
    read: readWorkbook,
  },
];

/** The text of a DOCX, PPTX or XLSX file. */
export function readOffice(bytes: Uint8Array, limits: DocumentLimits): ReadContent {
  const unpack = unpacking(bytes, limits);
  const names = unpackNames(unpack);
  const reader = readers.find(({ main }) => names.has(main));
  if (reader === undefined)
    throw new DocumentError(
      'unsupported_file',
      'The archive is no DOCX, PPTX or XLSX file. Archives are not unpacked.',
    );
  return { mediaType: reader.mediaType, title: titleIn(unpack), sections: reader.read(unpack(reader.entries)) };
}

/** Which of the main entries exist, without unpacking them. */
function unpackNames(unpack: Unpack): ReadonlySet<string> {
  const names = new Set<string>();
  const recorder = { test: (name: string) => names.add(name) && false };
  unpack(recorder);
  return names;
}

function titleIn(unpack: Unpack): string | undefined {
  const core = unpack(/^docProps\/core\.xml$/).get('docProps/core.xml');
  if (core === undefined) return undefined;
  for (const title of descendantsNamed(parseXml(core), 'title')) return title.text;
  return undefined;
}
