// npm passes a signal on to the shell in which it runs a script, and such a shell may end without a word to what it runs.

const lookEveryMs = 500;

/**
 * Calls `onOrphaned` once the process that began this one is gone. Only below npm: whoever starts this without it may mean it to stay,
 * as with `nohup`. Where a parent's number outlives it, as on Windows, nothing is told.
 * @param {() => void} onOrphaned
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function whenParentExits(onOrphaned, environment = process.env) {
  if (environment.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    onOrphaned();
  }, lookEveryMs).unref();
}
