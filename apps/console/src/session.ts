// The key of this visit and what it may use. The key is in this variable and nowhere else: a reload forgets it.
import type { Failure } from './api/failure.js';
import { fetchModels, type ListedModel } from './api/fetch-models.js';
import { createStore, type Store } from './store.js';

/** Without a key, while the service checks one, and with a key that it accepted. */
export type Session =
  | { readonly kind: 'no-key'; readonly failure: Failure | undefined }
  | { readonly kind: 'checking' }
  | { readonly kind: 'open'; readonly key: string; readonly models: readonly ListedModel[] };

const noKey: Session = { kind: 'no-key', failure: undefined };

/** The session of this page. */
export const session: Store<Session> = createStore<Session>(noKey);

/** Checks a key by listing its models, and opens the session with it. */
export async function openSession(key: string): Promise<void> {
  session.set({ kind: 'checking' });
  const list = await fetchModels(key);
  session.set(
    list.kind === 'failed' ? { kind: 'no-key', failure: list.failure } : { kind: 'open', key, models: list.models },
  );
}

/** States that end by themselves. */
const changingStates: ReadonlySet<string | undefined> = new Set(['loading', 'unloading']);
/** Milliseconds between two reads while a model changes its state. */
const changeMs = 2000;

/** Follows a model that loads: reads the list again until no state changes by itself. Returns what ends it. */
export function followLoadingModels(intervalMs: number = changeMs): () => void {
  return session.subscribe(() => {
    const state = session.get();
    if (state.kind !== 'open' || !state.models.some((model) => changingStates.has(model.state))) return;
    setTimeout(() => {
      if (session.get() === state) void refreshModels();
    }, intervalMs);
  });
}

/** Reads the models again, for their states. A failure leaves the list as it is, unless the key is no longer valid. */
export async function refreshModels(): Promise<void> {
  const before = session.get();
  if (before.kind !== 'open') return;
  const list = await fetchModels(before.key);
  if (session.get() !== before) return;
  if (list.kind === 'models') session.set({ ...before, models: list.models });
  else if (list.failure.status === 401) session.set({ kind: 'no-key', failure: list.failure });
}

/** Forgets the key. */
export function closeSession(): void {
  session.set(noKey);
}
