import { useEffect, useState } from 'preact/hooks';
import { copyText } from './copy-text.js';
import { Icon } from './icon.js';

/** Milliseconds for which the button reports its result. */
const reportMs = 1600;

interface CopyButtonProps {
  readonly label: string;
  /** Called on click, because a long text need not exist before. */
  readonly text: () => string;
  /** The label is for screen readers only. */
  readonly compact?: boolean;
}

/** Copies a text, and reports it. */
export function CopyButton({ label, text, compact = false }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (result === undefined) return undefined;
    const timer = setTimeout(() => setResult(undefined), reportMs);
    return () => clearTimeout(timer);
  }, [result]);
  const reports = { copied: 'Copied', failed: 'Not copied' };
  const shown = result === undefined ? label : reports[result];
  return (
    <button
      type="button"
      class={compact ? 'quiet icon-only' : 'quiet'}
      aria-label={compact ? shown : undefined}
      title={compact ? shown : undefined}
      onClick={() => void copyText(text()).then((isCopied) => setResult(isCopied ? 'copied' : 'failed'))}
    >
      <Icon name={result === 'copied' ? 'check' : 'copy'} />
      {!compact && <span>{shown}</span>}
    </button>
  );
}
