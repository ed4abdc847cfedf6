import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ListedModel } from '../api/fetch-models.js';
import { ModelState } from '../ui/model-state.js';
import { TurnView } from './turn-view.js';
import type { Turn } from './turn.js';

interface ThreadProps {
  readonly models: readonly ListedModel[];
  readonly turns: readonly Turn[];
  /** Id of the turn whose events are shown. */
  readonly inspected: number | undefined;
  readonly onInspect: (id: number) => void;
}

/** Models of a new conversation; the page of models lists all. */
const maxListed = 6;

/** Pixels from the end within which the view follows the stream. */
const nearEnd = 80;

/** The turns of the conversation. The view follows the stream until the user scrolls up. */
export function Thread({ models, turns, inspected, onInspect }: ThreadProps) {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    follows.current = true;
  }, [turns.length]);
  useLayoutEffect(() => {
    if (follows.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [turns]);
  const isRunning = turns.at(-1)?.status === 'running';
  return (
    <div
      class="thread"
      ref={box}
      // A screen reader reads an output when it is complete.
      role="log"
      aria-label="Turns"
      aria-busy={isRunning}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < nearEnd;
      }}
    >
      {turns.length === 0 && (
        <div class="empty">
          <h2>Start a conversation</h2>
          <p>Each turn shows its request, and every event of its stream.</p>
          <ul class="model-list" aria-label="Models">
            {models.slice(0, maxListed).map(({ id, state }) => (
              <li key={id}>
                <code>{id}</code>
                <ModelState state={state} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {turns.map((turn) => (
        <TurnView
          key={turn.id}
          turn={turn}
          modelState={models.find(({ id }) => id === turn.model)?.state}
          isInspected={turn.id === inspected}
          onInspect={() => onInspect(turn.id)}
        />
      ))}
    </div>
  );
}
