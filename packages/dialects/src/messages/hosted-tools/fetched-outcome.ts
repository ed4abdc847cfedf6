import { asText, type JsonObject, objectOf, type ServerCallOutcome, textOf } from '@org/engine';
import { opaqueText } from '../opaque-text.js';
import { delimitedText } from './delimited-text.js';

/** The page of a `web_fetch_result` that the client sends back. The model receives a PDF file as a document. */
export function fetchedOutcome(result: JsonObject): ServerCallOutcome {
  const page = objectOf(result['content']);
  const url = textOf(result['url']);
  const title = asText(page['title']);
  const heading = [title, url].filter(Boolean).join('\n');
  const { type, media_type: mediaType, data } = objectOf(page['source']);
  if (type === 'base64' && typeof mediaType === 'string' && typeof data === 'string')
    return {
      content: [
        { type: 'text', text: heading },
        {
          type: 'media',
          media: 'document',
          source: { type, mediaType, data },
          ...(title !== undefined && { filename: title }),
        },
      ],
    };
  const text = opaqueText({ ...page, title: null, context: null }) ?? '';
  return {
    content: [{ type: 'text', text: delimitedText('page', `${heading}\n\n${text}`) }],
    hosted: {
      type: 'web-fetch',
      url,
      ...(title !== undefined && { title }),
      retrievedAt: unixSeconds(textOf(result['retrieved_at'])),
      document: { type: 'text', text },
      citations: objectOf(page['citations'])['enabled'] === true,
    },
  };
}

function unixSeconds(iso: string): number {
  const milliseconds = Date.parse(iso);
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000);
}
