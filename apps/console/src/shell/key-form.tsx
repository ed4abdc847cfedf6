import { useRef } from 'preact/hooks';
import { openSession, session } from '../session.js';
import { useStore } from '../store.js';
import { FailureView } from '../ui/failure-view.js';

/** The box for a key, and where to find one. */
export function KeyForm() {
  const state = useStore(session);
  const input = useRef<HTMLInputElement>(null);
  const isChecking = state.kind === 'checking';
  const failure = state.kind === 'no-key' ? state.failure : undefined;
  const submit = (event: Event): void => {
    event.preventDefault();
    const key = input.current?.value.trim() ?? '';
    if (key === '') input.current?.focus();
    else void openSession(key);
  };
  return (
    <form class="key-form" onSubmit={submit} autocomplete="off">
      <label for="key">API key</label>
      <div class="key-row">
        <input
          id="key"
          ref={input}
          type="password"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-describedby="key-hint"
          aria-invalid={failure?.status === 401}
        />
        <button type="submit" class="primary" disabled={isChecking}>
          {isChecking ? 'Checking' : 'Use key'}
        </button>
      </div>
      <p id="key-hint" class="hint">
        This page holds the key in memory only. A reload forgets it.
      </p>
      {failure !== undefined && <FailureView failure={failure} />}
      <details class="where">
        <summary>Where is my key?</summary>
        <ul>
          <li>
            The first <code>npm start</code> prints one in the terminal, once.
          </li>
          <li>
            <code>npm run -s key -- new NAME</code> creates another, while the service runs.
          </li>
          <li>
            With <code>API_KEYS</code> in the environment of the service, only those keys are valid. Ask its operator.
          </li>
        </ul>
      </details>
    </form>
  );
}
