// The checks as a program: `program.mjs SETTINGS.json`, its results the last line that it prints.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { runAll } from './all.mjs';
import { official } from './official.mjs';

const settings = JSON.parse(readFileSync(process.argv[2], 'utf8'));
console.log(JSON.stringify(await runAll({ ...settings, runtime: 'program' }, official)));
