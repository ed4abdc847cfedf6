import { useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.js';
import { memo } from '../ui/memo.js';
import { previewEvent } from './preview-event.js';
import { asText } from './output.js';
import type { TimedEvent } from './turn.js';

/** An event: its time, its type, and its JSON when the user opens it. */
export const EventRow = memo(function EventRow({ at, event }: TimedEvent) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <details class="event" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <time>{(at / 1000).toFixed(2)}</time>
          <span class="event-type">{event.type}</span>
          <span class="preview">{previewEvent(event)}</span>
        </summary>
        {isOpen && (
          <div class="event-json">
            <pre tabIndex={0}>{asText(event)}</pre>
            <CopyButton label="Copy event" text={() => JSON.stringify(event)} compact />
          </div>
        )}
      </details>
    </li>
  );
});
