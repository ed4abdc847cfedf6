import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListedModel } from '../api/fetch-models.js';
import { refreshModels } from '../session.js';
import { useStore } from '../store.js';
import { Icon } from '../ui/icon.js';
import { chatForm } from './chat-form.js';
import { chosenModel } from './chosen-model.js';
import { sendPrompt, stopTurn } from './conversation.js';
import { parseExtraFields } from './parse-extra-fields.js';

interface ComposerProps {
  readonly models: readonly ListedModel[];
  readonly apiKey: string;
  readonly isRunning: boolean;
}

/** Milliseconds after which a model that is not in memory is loading. */
const loadMs = 500;

/** The box for the next prompt. Enter sends it, Shift and Enter start a line, Escape stops the running turn. */
export function Composer({ models, apiKey, isRunning }: ComposerProps) {
  const form = useStore(chatForm);
  const [prompt, setPrompt] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const focusBox = (): void => {
    // On a phone the focus would open the keyboard over the output.
    if (matchMedia('(pointer: fine)').matches) box.current?.focus();
  };
  useEffect(focusBox, []);
  const extra = parseExtraFields(form.extra);
  const model = chosenModel(form, models);
  const isReady = prompt.trim() !== '' && !isRunning && extra.isValid && model !== '';

  const submit = (): void => {
    if (!isReady) return;
    const { dialect, instructions, maxTokens, effort, allowsTools } = form;
    const settings = { model, instructions, maxTokens, effort, allowsTools, extra: extra.fields };
    setPrompt('');
    focusBox();
    // A request may load the model, so its state is read again soon, and when the turn has ended.
    const timer = setTimeout(() => void refreshModels(), loadMs);
    void sendPrompt(prompt.trim(), { dialect, settings, key: apiKey }).then(() => {
      clearTimeout(timer);
      return refreshModels();
    });
  };
  const stop = (): void => {
    stopTurn();
    focusBox();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isRunning) stopTurn();
    // Enter also confirms the composition of a character, in other scripts.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label class="off-screen" for="prompt">
        Message
      </label>
      <textarea
        id="prompt"
        ref={box}
        rows={1}
        value={prompt}
        placeholder={model === '' ? 'This key can use no model' : `Message ${model}`}
        onInput={(event) => setPrompt(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isRunning ? (
        <button type="button" class="primary round" aria-label="Stop" title="Stop (Escape)" onClick={stop}>
          <Icon name="stop" />
        </button>
      ) : (
        <button type="submit" class="primary round" aria-label="Send" title="Send (Enter)" disabled={!isReady}>
          <Icon name="send" />
        </button>
      )}
    </form>
  );
}
