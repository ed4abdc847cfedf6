/** Words and tones of the states that the API reports. */
const states: Readonly<Record<string, { readonly label: string; readonly tone: 'good' | 'warn' | 'none' }>> = {
  loaded: { label: 'Loaded', tone: 'good' },
  loading: { label: 'Loading', tone: 'warn' },
  unloading: { label: 'Unloading', tone: 'warn' },
  unloaded: { label: 'Loads on first request', tone: 'none' },
};

/** The words for a state; a model without one runs at an upstream. */
export function describeState(state: string | undefined): string {
  return state === undefined ? 'At an upstream' : (states[state]?.label ?? state);
}

/** The state of a model as a dot and words. */
export function ModelState({ state }: { readonly state: string | undefined }) {
  return (
    <span class="model-state">
      <span class="dot" data-tone={state === undefined ? 'none' : (states[state]?.tone ?? 'none')} />
      {describeState(state)}
    </span>
  );
}
