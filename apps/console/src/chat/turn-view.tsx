import { CopyButton } from '../ui/copy-button.js';
import { FailureView } from '../ui/failure-view.js';
import { createCurl } from './create-curl.js';
import { dialects } from './dialects/dialects.js';
import { OutputPartView } from './output-part-view.js';
import { textOf } from './output.js';
import { summarizeTurn } from './summarize-turn.js';
import { outputOf, type Turn } from './turn.js';

interface TurnViewProps {
  readonly turn: Turn;
  /** State of its model in memory, as the service lists it. */
  readonly modelState: string | undefined;
  readonly isInspected: boolean;
  readonly onInspect: () => void;
}

/** A prompt and what the model made of it. */
export function TurnView({ turn, modelState, isInspected, onInspect }: TurnViewProps) {
  const output = outputOf(turn);
  const isRunning = turn.status === 'running';
  return (
    <article class="turn" data-inspected={isInspected}>
      <p class="prompt">{turn.prompt}</p>
      <header class="turn-head">
        <strong>{turn.model}</strong>
        <span>{dialects[turn.dialect].label}</span>
      </header>
      {output.parts.map((part, index) => (
        <OutputPartView key={index} part={part} isOpen={isRunning && index === output.parts.length - 1} />
      ))}
      {isRunning && output.parts.length === 0 && (
        <p class="waiting" role="status">
          {modelState === 'loading' ? 'Loading the model into memory' : 'Waiting for the first event'}
        </p>
      )}
      {turn.failure !== undefined && <FailureView failure={turn.failure} />}
      {turn.head?.warning !== undefined && <p class="warning">{turn.head.warning}</p>}
      {!isRunning && (
        <footer class="turn-foot">
          <span class="facts">{summarizeTurn(turn).join(' · ')}</span>
          <span class="actions">
            <CopyButton label="Copy text" text={() => textOf(output)} />
            <CopyButton label="Copy as curl" text={() => createCurl(turn.request, location.origin)} />
            <button type="button" class="quiet show-events" aria-pressed={isInspected} onClick={onInspect}>
              Events
            </button>
          </span>
        </footer>
      )}
    </article>
  );
}
