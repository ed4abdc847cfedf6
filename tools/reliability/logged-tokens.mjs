import { readFileSync } from 'node:fs';

/**
 * The output tokens that log files know of: those of requests and those of jobs.
 * @param {readonly string[]} files
 */
export function loggedOutputTokens(files) {
  let tokens = 0;
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (!line.startsWith('{')) continue;
      const { msg, outputTokens = 0 } = JSON.parse(line);
      if (msg === 'request' || msg === 'job') tokens += outputTokens;
    }
  }
  return tokens;
}
