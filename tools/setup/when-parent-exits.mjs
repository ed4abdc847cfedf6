// npm forwards a signal to the shell in which it runs a script, and such a shell may end without notifying its child.

const lookEveryMs = 500;

/**
 * Calls `onOrphaned` once the parent process has ended. Only below npm: a user who starts this without npm may want it
 * to continue, as with `nohup`. Where a parent's process id remains after its end, as on Windows, it is never called.
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
