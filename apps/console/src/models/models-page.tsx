import { useEffect } from 'preact/hooks';
import type { ListedModel } from '../api/fetch-models.js';
import { changeForm } from '../chat/chat-form.js';
import { linkTo } from '../router.js';
import { refreshModels, session } from '../session.js';
import { KeyForm } from '../shell/key-form.js';
import { useStore } from '../store.js';
import { ModelState } from '../ui/model-state.js';

/** Milliseconds between two reads of the list while the page is open. */
const intervalMs = 5000;

/** The models that the key can use, with their states. */
export function ModelsPage() {
  const state = useStore(session);
  const isOpen = state.kind === 'open';
  useEffect(() => {
    if (!isOpen) return undefined;
    void refreshModels();
    const timer = setInterval(() => {
      if (!document.hidden) void refreshModels();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [isOpen]);
  return (
    <div class="page">
      <h1>Models</h1>
      {state.kind === 'open' ? (
        <>
          <p class="lead">The models that your key can use, in both dialects.</p>
          <ModelTable models={state.models} />
        </>
      ) : (
        <>
          <p class="lead">A key shows the models that it can use.</p>
          <KeyForm />
        </>
      )}
    </div>
  );
}

function ModelTable({ models }: { readonly models: readonly ListedModel[] }) {
  if (models.length === 0)
    return <p>The service lists no model for this key. A pattern such as claude-* has no row.</p>;
  return (
    <table class="models">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">State</th>
          <th scope="col" class="number">
            Context
          </th>
          <th scope="col" class="number">
            Max output
          </th>
          <th scope="col">Supports</th>
          <th scope="col">
            <span class="off-screen">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <tr key={model.id}>
            <th scope="row">
              <code>{model.id}</code>
              {model.displayName !== model.id && <span class="hint">{model.displayName}</span>}
            </th>
            <td data-label="State">
              <ModelState state={model.state} />
            </td>
            <td data-label="Context" class="number">
              {formatTokens(model.contextLength)}
            </td>
            <td data-label="Max output" class="number">
              {formatTokens(model.maxOutputTokens)}
            </td>
            <td data-label="Supports">{describeUse(model)}</td>
            <td class="row-action">
              {model.task === undefined && (
                <a
                  href={linkTo('chat')}
                  onClick={() => changeForm({ model: model.id })}
                  aria-label={`Chat with ${model.id}`}
                >
                  Chat
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a model is for: its task, or what it supports as it generates. */
function describeUse({ task, capabilities }: ListedModel): string {
  return task ?? (capabilities.join(', ') || 'text');
}

function formatTokens(count: number | undefined): string {
  return count === undefined ? 'unknown' : count.toLocaleString('en');
}
