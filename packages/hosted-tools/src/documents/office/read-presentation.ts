import type { DocumentSection } from '../document.js';
import { withoutInvisibleCharacters } from '../invisible-characters.js';
import { relationsEntry, relationsOf } from './relations.js';
import { attributeOf, childAt, descendantsNamed, parseXml, type XmlNode } from './xml.js';

const main = 'ppt/presentation.xml';

/** The text of each slide that a PPTX shows, in their order. */
export function readPresentation(files: ReadonlyMap<string, string>): readonly DocumentSection[] {
  const relations = relationsOf(main, files.get(relationsEntry(main)));
  const slides = [...descendantsNamed(parseXml(files.get(main) ?? ''), 'sldId')].flatMap((slide) => {
    const xml = files.get(relations.get(attributeOf(slide, 'r:id') ?? '') ?? '');
    return xml === undefined ? [] : [xml];
  });
  return slides.flatMap((xml, index) => {
    const slide = parseXml(xml);
    if (attributeOf(childAt(slide, 'sld'), 'show') === '0') return [];
    return [{ ...slideSection(slide), page: index + 1 }];
  });
}

function slideSection(slide: XmlNode): DocumentSection {
  const shapes = [...descendantsNamed(slide, 'txBody')].map(textOf).filter((text) => text !== '');
  const title = [...descendantsNamed(slide, 'sp')].find(isTitle);
  const heading = title === undefined ? '' : textOf(title).replace(/\s+/g, ' ');
  return { text: shapes.join('\n\n'), ...(heading === '' ? {} : { heading }) };
}

function isTitle(shape: XmlNode): boolean {
  const type = attributeOf(childAt(shape, 'nvSpPr', 'nvPr', 'ph'), 'type');
  return type === 'title' || type === 'ctrTitle';
}

/** The paragraphs below a node, one a line. */
function textOf(node: XmlNode): string {
  const lines = [...descendantsNamed(node, 'p')].map((paragraph) =>
    [...descendantsNamed(paragraph, 't')].map(({ text }) => text).join(''),
  );
  return withoutInvisibleCharacters(lines.filter((line) => line.trim() !== '').join('\n')).trim();
}
