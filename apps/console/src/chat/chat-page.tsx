import { useState } from 'preact/hooks';
import { generatingModels } from '../api/fetch-models.js';
import { session } from '../session.js';
import { useStore } from '../store.js';
import { Segmented } from '../ui/segmented.js';
import { inspectedTurn } from './chat-state.js';
import { Composer } from './composer.js';
import { conversation, inspectTurn } from './conversation.js';
import { Inspector } from './inspector.js';
import { OptionsPanel } from './options-panel.js';
import { Thread } from './thread.js';
import { Toolbar } from './toolbar.js';
import { Welcome } from './welcome.js';

type View = 'thread' | 'events';

const views = [
  { value: 'thread', label: 'Conversation' },
  { value: 'events', label: 'Events' },
] as const;

/** A conversation with a model, and the events of its streams. */
export function ChatPage() {
  const state = useStore(session);
  const chat = useStore(conversation);
  /** Matters on narrow screens alone; wide ones show both. */
  const [view, setView] = useState<View>('thread');
  const [hasOptions, setHasOptions] = useState(false);
  if (state.kind !== 'open') return <Welcome />;
  const inspected = inspectedTurn(chat);
  const models = generatingModels(state.models);
  return (
    <div class="chat" data-view={view}>
      <h1 class="off-screen">Chat</h1>
      <section class="chat-main" aria-label="Conversation">
        <Toolbar models={models} hasOptions={hasOptions} onOptions={setHasOptions}>
          <Segmented label="View" name="view" value={view} options={views} onChange={setView} />
        </Toolbar>
        {hasOptions && <OptionsPanel />}
        <Thread
          models={models}
          turns={chat.turns}
          inspected={inspected?.id}
          onInspect={(id) => {
            inspectTurn(id);
            setView('events');
          }}
        />
        <Composer models={models} apiKey={state.key} isRunning={chat.turns.at(-1)?.status === 'running'} />
      </section>
      <Inspector turn={inspected} number={chat.turns.findIndex((turn) => turn === inspected) + 1} />
    </div>
  );
}
