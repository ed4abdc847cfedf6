import { CodeBlock } from '../../ui/code-block.js';
import { FileList } from './file-list.js';
import type { HostedTool } from './hosted-tool.js';
import { SourceList } from './source-list.js';

/** A call of a hosted tool. Code and failures are open; a search shows its sources on demand. */
export function HostedToolView({ tool }: { readonly tool: HostedTool }) {
  const { title, input, isCode, state, sources, log, files } = tool;
  const hasDetails = sources.length > 0 || log !== '' || (isCode && input !== '') || files.length > 0;
  const head = (
    <>
      <span class="hosted-title">{title}</span>
      {!isCode && input !== '' && <span class="hosted-input">{input}</span>}
      {state === 'running' && <span class="hosted-state">running</span>}
      {state === 'failed' && <span class="hosted-state bad">failed</span>}
      {sources.length > 0 && (
        <span class="hosted-state">{sources.length === 1 ? '1 source' : `${sources.length} sources`}</span>
      )}
    </>
  );
  if (!hasDetails) return <p class="hosted-tool hosted-head">{head}</p>;
  return (
    <details class="hosted-tool" open={isCode || log !== '' || files.length > 0}>
      <summary>
        <span class="hosted-head">{head}</span>
      </summary>
      {isCode && input !== '' && <CodeBlock title="code" code={input} />}
      {log !== '' && <CodeBlock title={state === 'failed' ? 'error' : 'output'} code={log} />}
      <SourceList sources={sources} />
      <FileList files={files} />
    </details>
  );
}
