import type { Source } from './hosted-tool.js';

/** Pages and files with links. The pages do not learn where the reader comes from. */
export function SourceList({ sources }: { readonly sources: readonly Source[] }) {
  if (sources.length === 0) return null;
  return (
    <ol class="sources" aria-label="Sources">
      {sources.map(({ title, url, detail }, index) => (
        <li key={index}>
          {url === undefined ? (
            <span>{title}</span>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
          )}
          {detail !== undefined && <span class="source-detail">{detail}</span>}
        </li>
      ))}
    </ol>
  );
}
