import type { ComponentChildren } from 'preact';
import type { ListedModel } from '../api/fetch-models.js';
import { useStore } from '../store.js';
import { Icon } from '../ui/icon.js';
import { describeState } from '../ui/model-state.js';
import { Segmented } from '../ui/segmented.js';
import { changeForm, chatForm } from './chat-form.js';
import { chosenModel } from './chosen-model.js';
import { startOver } from './conversation.js';
import { dialects } from './dialects/dialects.js';

interface ToolbarProps {
  readonly models: readonly ListedModel[];
  readonly hasOptions: boolean;
  readonly onOptions: (isOpen: boolean) => void;
  /** The switch between conversation and events. */
  readonly children: ComponentChildren;
}

const choices = Object.values(dialects).map(({ name, label }) => ({ value: name, label }));

/** Model, dialect and options of the next request. */
export function Toolbar({ models, hasOptions, onOptions, children }: ToolbarProps) {
  const form = useStore(chatForm);
  const model = chosenModel(form, models);
  return (
    <div class="toolbar">
      <label class="field model-picker">
        <span class="off-screen">Model</span>
        <select value={model} onChange={(event) => changeForm({ model: event.currentTarget.value })}>
          {models.map(({ id, state }) => (
            <option key={id} value={id}>
              {state === undefined ? id : `${id} (${describeState(state).toLowerCase()})`}
            </option>
          ))}
        </select>
      </label>
      <Segmented
        label="Dialect"
        name="dialect"
        value={form.dialect}
        options={choices}
        onChange={(dialect) => changeForm({ dialect })}
      />
      <div class="view-switch">{children}</div>
      <div class="toolbar-actions">
        <button type="button" class="quiet" aria-expanded={hasOptions} onClick={() => onOptions(!hasOptions)}>
          <Icon name="options" />
          <span>Options</span>
        </button>
        <button type="button" class="quiet" onClick={startOver}>
          <Icon name="plus" />
          <span>New chat</span>
        </button>
      </div>
    </div>
  );
}
