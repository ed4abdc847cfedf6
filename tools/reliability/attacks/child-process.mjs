// A process of the check that exchanges messages with it.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** All running ones, so that none remains after this process. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a module of this folder and waits until it is ready.
 * @param {string} file
 */
export async function startChild(file) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  running.add(child);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  void exited.then(() => running.delete(child));
  /** Resolves with the next message of a type. */
  const next = (type) =>
    new Promise((resolve, reject) => {
      const end = (settle, value) => {
        child.off('message', look);
        child.off('exit', fail);
        settle(value);
      };
      const look = (message) => {
        if (message.type === type) end(resolve, message);
        else if (message.type === 'failed') end(reject, new Error(message.reason));
      };
      const fail = () => end(reject, new Error(`${file} has ended`));
      child.on('message', look);
      child.once('exit', fail);
    });
  const ready = await next('ready');
  return {
    ready,
    send: (message) => child.send(message),
    /** Sends a message and resolves with the next one of a type. */
    request(message, type) {
      const reply = next(type);
      child.send(message);
      return reply;
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
