import { useState } from 'preact/hooks';
import { generatingModels } from '../api/fetch-models.js';
import { chatForm } from '../chat/chat-form.js';
import { chosenModel } from '../chat/chosen-model.js';
import { session } from '../session.js';
import { useStore } from '../store.js';
import { CodeBlock } from '../ui/code-block.js';
import { clientGuides } from './client-guides.js';

/** Settings of clients for this service, to copy. */
export function ConnectPage() {
  const state = useStore(session);
  const form = useStore(chatForm);
  const models = state.kind === 'open' ? generatingModels(state.models) : [];
  const [chosen, setChosen] = useState<string>();
  const model = chosen ?? (chosenModel(form, models) || 'MODEL');
  return (
    <div class="page connect">
      <h1>Connect</h1>
      <p class="lead">
        Settings for this service at <code>{location.origin}</code>. They read the key from the environment variable{' '}
        <code>API_KEY</code>.
      </p>
      {models.length > 1 && (
        <label class="field inline">
          <span>Model</span>
          <select value={model} onChange={(event) => setChosen(event.currentTarget.value)}>
            {models.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
      )}
      {models.length === 0 && (
        <p class="hint">Replace MODEL by the name of a model. With a key on the chat page, this page names one.</p>
      )}
      <nav aria-label="Clients" class="toc">
        {clientGuides.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            class="quiet"
            onClick={() => {
              const heading = document.getElementById(id);
              heading?.scrollIntoView();
              heading?.focus({ preventScroll: true });
            }}
          >
            {title}
          </button>
        ))}
      </nav>
      {clientGuides.map(({ id, title, about, snippets }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <p>{about}</p>
          {snippets({ origin: location.origin, model }).map((snippet) => (
            <CodeBlock key={snippet.title} {...snippet} />
          ))}
        </section>
      ))}
      <p class="hint">
        <a href="/docs">The API reference</a> describes each endpoint. The folder <code>docs/guides</code> of the
        project has a page for each client.
      </p>
    </div>
  );
}
