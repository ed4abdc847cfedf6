// Runs one step of the set-up and reports progress: the current command, its duration, and a heartbeat whenever the
// step itself is silent. Uses only Node, because it runs before anything is installed.
import { spawn } from 'node:child_process';

const silenceMs = 3000;

/**
 * Runs `command` to its end and shows its output, indented. Rejects with the step's name and exit code when it fails.
 * @param {string} title title in the progress
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, hide?: RegExp, output?: NodeJS.WritableStream }} [options] `quiet` keeps the
 *   output back unless the step fails; lines that match `hide` are noise and not shown; `output` is where all of it is shown
 */
export function runStep(title, command, args, options = {}) {
  const { output = process.stdout } = options;
  const started = Date.now();
  let lastSign = Date.now();
  let buffered = '';
  output.write(`- ${title}\n`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
      shell: process.platform === 'win32',
    });
    const show = (chunk) => {
      if (options.quiet) {
        buffered += chunk;
        return;
      }
      lastSign = Date.now();
      output.write(indent(options.hide ? without(String(chunk), options.hide) : String(chunk)));
    };
    child.stdout.on('data', show);
    child.stderr.on('data', show);
    const heartbeat = setInterval(() => {
      if (Date.now() - lastSign < silenceMs) return;
      lastSign = Date.now();
      output.write(`  ... still running (${seconds(started)})\n`);
    }, 500);
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    child.on('error', (error) => finish(error));
    child.on('close', (code, signal) => {
      if (code === 0) return finish();
      output.write(indent(buffered));
      return finish(new StepFailed(title, code ?? 128, signal));
    });
    function finish(error) {
      clearInterval(heartbeat);
      process.off('SIGINT', forward).off('SIGTERM', forward);
      if (error) return reject(error);
      output.write(`  done in ${seconds(started)}\n`);
      return resolve();
    }
  });
}

/** A step that ended with another code than 0. */
class StepFailed extends Error {
  constructor(title, code, signal) {
    super(signal ? `${title}: stopped by ${signal}` : `${title}: failed with exit code ${code}`);
    this.exitCode = code;
    this.signal = signal;
  }
}

function without(text, hide) {
  return text.replace(/[^\n]*\n/g, (line) => (hide.test(line) ? '' : line));
}

function indent(text) {
  return text.replace(/^(?=.)/gm, '  ');
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
