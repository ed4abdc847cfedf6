import { CodeBlock } from '../ui/code-block.js';
import { FileList } from './hosted/file-list.js';
import { HostedToolView } from './hosted/hosted-tool-view.js';
import { SourceList } from './hosted/source-list.js';
import type { OutputPart } from './output.js';
import { splitCode, splitInlineCode } from './split-code.js';

interface OutputPartViewProps {
  readonly part: OutputPart;
  /** Whether the part is still growing. */
  readonly isOpen: boolean;
}

/** A part of an output. All of it is text nodes, so that no output becomes markup. */
export function OutputPartView({ part, isOpen }: OutputPartViewProps) {
  switch (part.kind) {
    case 'text':
      return (
        <>
          <ModelText text={part.text} />
          <SourceList sources={part.sources ?? []} />
          <FileList files={part.files ?? []} />
        </>
      );
    case 'hosted-tool':
      return <HostedToolView tool={part} />;
    case 'refusal':
      return (
        <div class="refusal">
          <strong>Refusal</strong>
          <ModelText text={part.text} />
        </div>
      );
    case 'reasoning':
      return part.text === '' ? (
        <p class="note">Reasoning{isOpen ? '' : ', encrypted'}</p>
      ) : (
        <details class="reasoning" open={isOpen}>
          <summary>Reasoning</summary>
          <div class="prose">{part.text}</div>
        </details>
      );
    case 'tool-call':
      return (
        <details class="tool-call" open>
          <summary>
            Tool call <code>{part.name}</code>
          </summary>
          <CodeBlock title="input" code={part.input} />
          {part.result !== undefined && <CodeBlock title="result" code={part.result} />}
        </details>
      );
    case 'other':
      return (
        <details class="tool-call">
          <summary>
            <code>{part.type}</code>
          </summary>
          <CodeBlock title="JSON" code={part.json} />
        </details>
      );
  }
}

function ModelText({ text }: { readonly text: string }) {
  return (
    <>
      {splitCode(text).map((segment, index) =>
        segment.kind === 'code' ? (
          <CodeBlock key={index} title={segment.language || 'code'} code={segment.text} />
        ) : (
          <div key={index} class="prose">
            {splitInlineCode(segment.text).map((run, at) => (run.isCode ? <code key={at}>{run.text}</code> : run.text))}
          </div>
        ),
      )}
    </>
  );
}
