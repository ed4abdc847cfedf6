import { useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.js';
import { createCurl } from './create-curl.js';
import { EventRow } from './event-row.js';
import { asText } from './output.js';
import type { Turn } from './turn.js';

/** A page with more rows is slow; the user can ask for all of them. */
const maxRows = 400;

/** The request of a turn, the head of its response, and each event of its stream. */
export function Inspector({ turn, number }: { readonly turn: Turn | undefined; readonly number: number }) {
  return (
    <aside class="inspector" aria-label="Events">
      {turn === undefined ? (
        <div class="empty">
          <h2>Events</h2>
          <p>The request and the raw events of a turn appear here while they arrive.</p>
        </div>
      ) : (
        <TurnEvents key={turn.id} turn={turn} number={number} />
      )}
    </aside>
  );
}

function TurnEvents({ turn, number }: { readonly turn: Turn; readonly number: number }) {
  const [showsAll, setShowsAll] = useState(false);
  const { request, head, events, failure } = turn;
  const rows = showsAll ? events : events.slice(0, maxRows);
  return (
    <>
      <header class="inspector-head">
        <h2>Turn {number}</h2>
        <CopyButton label="Copy as curl" text={() => createCurl(request, location.origin)} />
      </header>
      <details class="event request">
        <summary>
          <span class="event-type">
            {request.method} {request.path}
          </span>
        </summary>
        <pre tabIndex={0}>{asText(request.body)}</pre>
      </details>
      {head !== undefined && (
        <p class="response-line">
          <span class="status" data-tone={head.status < 400 ? 'good' : 'bad'}>
            {head.status}
          </span>
          {head.requestId !== undefined && <code>{head.requestId}</code>}
        </p>
      )}
      {failure?.body !== undefined && (
        <pre class="response-body" tabIndex={0}>
          {formatBody(failure.body)}
        </pre>
      )}
      <div class="events-head">
        <h3>{events.length === 1 ? '1 event' : `${events.length} events`}</h3>
        {events.length > 0 && (
          <CopyButton label="Copy all" text={() => events.map(({ event }) => JSON.stringify(event)).join('\n')} />
        )}
      </div>
      <ol class="events">
        {rows.map((one, index) => (
          <EventRow key={index} {...one} />
        ))}
      </ol>
      {rows.length < events.length && (
        <button type="button" class="quiet" onClick={() => setShowsAll(true)}>
          Show all {events.length}
        </button>
      )}
    </>
  );
}

/** JSON with line breaks; any other body as it arrived. */
function formatBody(body: string): string {
  try {
    return asText(JSON.parse(body));
  } catch {
    return body;
  }
}
