import { CopyButton } from './copy-button.js';

interface CodeBlockProps {
  readonly code: string;
  /** What the code is: a language, a file name. */
  readonly title: string;
}

/** Code with a title and a button that copies it. */
export function CodeBlock({ code, title }: CodeBlockProps) {
  return (
    <figure class="code-block">
      <figcaption>
        <span>{title}</span>
        <CopyButton label="Copy" text={() => code} compact />
      </figcaption>
      {/* A wide block scrolls, also with the keyboard. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
