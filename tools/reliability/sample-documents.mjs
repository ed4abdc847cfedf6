// Files for vector stores: texts of a few topics in several formats, and files that nobody can read.
import { docxOf, pdfOf } from './document-bytes.mjs';

const topics = {
  doors: ['oak', 'hinge', 'lock', 'frame', 'varnish', 'threshold'],
  gardens: ['soil', 'roses', 'compost', 'hedge', 'frost', 'watering'],
  ships: ['keel', 'harbor', 'anchor', 'cargo', 'tide', 'rudder'],
  bread: ['flour', 'yeast', 'oven', 'crust', 'dough', 'salt'],
};
const plain = ['the', 'old', 'house', 'needs', 'some', 'care', 'every', 'year', 'before', 'winter', 'and', 'after'];

/** Queries about the topics, of one word and of several. */
export const queries = [
  ...Object.keys(topics),
  ...Object.values(topics).map((words) => words.slice(0, 3).join(' ')),
  'salt in the harbor',
  'watering the old oak before winter',
];

/**
 * @typedef {object} SampleDocument
 * @property {string} filename
 * @property {string} mediaType
 * @property {Buffer} content
 * @property {boolean} isReadable whether its ingestion has to succeed
 */

const formats = ['txt', 'md', 'html', 'docx', 'pdf', 'broken-pdf', 'txt', 'broken-docx', 'html', 'empty'];

/**
 * The files of one seed: three of ten cannot be read.
 * @param {number} count
 * @param {import('./seeded-random.mjs').SeededRandom} random
 * @returns {SampleDocument[]}
 */
export function makeDocuments(count, random) {
  return Array.from({ length: count }, (_, index) => makeFile(index, random.fork(`file-${index}`)));
}

/** @returns {SampleDocument} */
function makeFile(index, random) {
  const topic = Object.keys(topics)[index % 4];
  const paragraphs = Array.from({ length: 2 + random.integer(10) }, () => paragraphOf(topic, random));
  const named = (extension, mediaType, content, isReadable = true) => ({
    filename: `file-${index}.${extension}`,
    mediaType,
    content: Buffer.from(content),
    isReadable,
  });
  const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  switch (formats[index % formats.length]) {
    case 'md':
      return named('md', 'text/markdown', paragraphs.map((text) => `## The ${topic}\n\n${text}\n`).join('\n'));
    case 'html':
      return named(
        'html',
        'text/html',
        `<!doctype html><html><head><title>${topic}</title></head><body><article><h1>${topic}</h1>${paragraphs
          .map((text) => `<p>${text}</p>`)
          .join('')}</article></body></html>`,
      );
    case 'docx':
      return named('docx', office, docxOf(paragraphs));
    case 'pdf':
      return named('pdf', 'application/pdf', pdfOf(paragraphs));
    case 'broken-pdf':
      return named('pdf', 'application/pdf', '%PDF-1.7\nno objects follow', false);
    case 'broken-docx':
      return named('docx', office, docxOf(paragraphs).subarray(0, 60), false);
    case 'empty':
      return named('txt', 'text/plain', ' \n', false);
    default:
      return named('txt', 'text/plain', paragraphs.join('\n\n'));
  }
}

function paragraphOf(topic, random) {
  const words = Array.from({ length: 30 + random.integer(60) }, () =>
    random.pick(random.chance(0.3) ? topics[topic] : plain),
  );
  return `About ${topic}: ${words.join(' ')}.`;
}
