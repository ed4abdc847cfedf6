import type { Citation, DocumentCitation, ReasoningSigner } from '@org/engine';
import type { TextCitation } from '@org/protocol/messages';
import { encryptPassage } from '../hosted-tools/encrypted-hits.js';

/** A citation as this API shows it. Files of vector stores and of containers have no form. */
export function encodeCitation(citation: Citation, signer: Pick<ReasoningSigner, 'encrypt'>): readonly TextCitation[] {
  switch (citation.type) {
    case undefined:
      return [
        {
          type: 'web_search_result_location',
          cited_text: citation.quote ?? '',
          // Identifies the page to this service alone.
          encrypted_index: encryptPassage(signer, citation.url, citation.quote ?? ''),
          title: citation.title ?? null,
          url: citation.url,
        },
      ];
    case 'document':
      return [documentLocation(citation)];
    case 'search-result':
      return [
        {
          type: 'search_result_location',
          cited_text: citation.quote ?? '',
          search_result_index: citation.index,
          source: citation.source ?? '',
          title: citation.title ?? null,
          start_block_index: citation.from,
          end_block_index: citation.to,
        },
      ];
    case 'file':
    case 'container-file':
      return [];
  }
}

function documentLocation({ index, title, fileId, quote, unit, from, to }: DocumentCitation): TextCitation {
  const document = {
    cited_text: quote ?? '',
    document_index: index,
    document_title: title ?? null,
    file_id: fileId ?? null,
  };
  switch (unit) {
    case 'character':
      return { type: 'char_location', ...document, start_char_index: from, end_char_index: to };
    case 'page':
      return { type: 'page_location', ...document, start_page_number: from, end_page_number: to };
    case 'block':
      return { type: 'content_block_location', ...document, start_block_index: from, end_block_index: to };
  }
}
