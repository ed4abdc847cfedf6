import { useStore } from '../store.js';
import { changeForm, chatForm } from './chat-form.js';
import type { Effort } from './dialects/dialect.js';
import { parseExtraFields } from './parse-extra-fields.js';

const efforts: readonly Effort[] = ['default', 'none', 'low', 'medium', 'high'];

/** Fields of the next requests that both dialects have, and a box for all others. */
export function OptionsPanel() {
  const form = useStore(chatForm);
  const extra = parseExtraFields(form.extra);
  return (
    <div class="options">
      <label class="field wide">
        <span>Instructions</span>
        <textarea
          rows={2}
          value={form.instructions}
          placeholder="You are a helpful assistant."
          onInput={(event) => changeForm({ instructions: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>Max output tokens</span>
        <input
          type="number"
          min={1}
          value={form.maxTokens}
          onInput={(event) => {
            const { valueAsNumber } = event.currentTarget;
            if (valueAsNumber >= 1) changeForm({ maxTokens: Math.floor(valueAsNumber) });
          }}
        />
      </label>
      <label class="field">
        <span>Reasoning effort</span>
        <select
          value={form.effort}
          onChange={(event) => {
            const effort = efforts.find((one) => one === event.currentTarget.value);
            if (effort !== undefined) changeForm({ effort });
          }}
        >
          {efforts.map((effort) => (
            <option key={effort}>{effort}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Tools</span>
        <select
          value={form.allowsTools ? 'on' : 'off'}
          onChange={(event) => changeForm({ allowsTools: event.currentTarget.value === 'on' })}
        >
          <option>on</option>
          <option>off</option>
        </select>
      </label>
      <label class="field wide">
        <span>More fields, as JSON</span>
        <textarea
          rows={3}
          class="mono"
          spellcheck={false}
          value={form.extra}
          placeholder={'{ "tools": [{ "type": "web_search" }] }'}
          aria-invalid={!extra.isValid}
          onInput={(event) => changeForm({ extra: event.currentTarget.value })}
        />
        {!extra.isValid && (
          <span class="hint bad" role="alert">
            {extra.reason}
          </span>
        )}
      </label>
    </div>
  );
}
