// The command line of a tool: what may stand on it is said in the comment at the head of the tool's file, which is its usage.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Reads the command line as `parseArgs` does. `--help` prints the usage and ends the process with 0; a line that cannot be read ends it
 * with 2, after one line that says why and the usage.
 * @param {string} url `import.meta.url` of the tool
 * @param {import('node:util').ParseArgsConfig & { maxPositionals?: number }} [config]
 */
export function readCommandLine(url, { options = {}, maxPositionals = 0, ...config } = {}) {
  const usage = usageIn(readFileSync(fileURLToPath(url), 'utf8'));
  let read;
  try {
    read = parseArgs({
      ...config,
      options: { ...options, help: { type: 'boolean', short: 'h', default: false } },
      allowPositionals: maxPositionals > 0,
    });
  } catch (error) {
    // What follows is how to say the same thing otherwise.
    stop(`${error.message.split(/\. |\n/, 1)[0]}\n\n${usage}`);
  }
  const { positionals } = read;
  const { help, ...values } = read.values;
  if (help) {
    process.stdout.write(usage);
    process.exit(0);
  }
  if (positionals.length > maxPositionals) stop(`Unexpected argument '${positionals[maxPositionals]}'\n\n${usage}`);
  return { values, positionals };
}

/** Ends the process because it cannot do what it is asked for. */
export function stop(text) {
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exit(2);
}

/** The comment at the head of a program, without its marks. */
export function usageIn(source) {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return `${lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')}\n`;
}
