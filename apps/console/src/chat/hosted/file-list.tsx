import { useState } from 'preact/hooks';
import { downloadFile } from '../../api/download-file.js';
import { session } from '../../session.js';
import { Icon } from '../../ui/icon.js';
import type { OutputFile } from './hosted-tool.js';

/** Files of code runs, each with a button that downloads it with the key of the session. */
export function FileList({ files }: { readonly files: readonly OutputFile[] }) {
  const [problem, setProblem] = useState('');
  if (files.length === 0) return null;
  const save = async (file: OutputFile): Promise<void> => {
    const state = session.get();
    if (state.kind === 'open') setProblem((await downloadFile(file, state.key)) ?? '');
  };
  return (
    <div class="files">
      {files.map((file) => (
        <button key={file.path} type="button" class="file" onClick={() => void save(file)}>
          <Icon name="download" />
          <span>{file.name}</span>
        </button>
      ))}
      {problem !== '' && (
        <p class="hint bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
