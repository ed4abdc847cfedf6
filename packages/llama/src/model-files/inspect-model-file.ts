import { open, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EngineError } from '@org/engine';
import { GgufError, readGgufHeader, type GgufHeader } from '../gguf-header.js';
import { exists } from './exists.js';
import { shardNames } from './model-reference.js';

/** What files that are no models begin with, and what their reader can do. */
const otherFormats: readonly { readonly start: RegExp; readonly hint: string }[] = [
  {
    start: /^version https:\/\/git-lfs/,
    hint: 'it is a pointer of Git LFS; fetch the file itself with "git lfs pull"',
  },
  { start: /^\s*(<!doctype|<html)/i, hint: 'it is a page of a web site; download the file itself' },
  { start: /^PK.{2}/s, hint: 'it is an archive, or a PyTorch model; convert the model to GGUF' },
  { start: /^.{8}\{"/s, hint: 'it looks like safetensors; convert the model to GGUF, or serve it with vLLM' },
  { start: /^gg(ml|mf|jt)|^(lm|fm|tj)gg/, hint: 'it is of an old version of llama.cpp; download a GGUF file' },
];
const otherTypes: Readonly<Record<string, string>> = {
  mmproj: 'a projector for images; name the file of the model instead. Local models read text only',
  adapter: 'a LoRA adapter; merge it into its model first',
  imatrix: 'an importance matrix; name the file of the model instead',
};
const maxListed = 10;

/** Reads the header of a model file. Throws an EngineError that says what is wrong with the file and what to do. */
export async function inspectModelFile(path: string): Promise<GgufHeader> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw invalid(`there is no file ${path}${await otherModels(dirname(path))}`);
  if (found.isDirectory()) throw invalid(`${path} is a folder; name a .gguf file${await otherModels(path)}`);
  const shards = shardNames(path);
  const missing: string[] = [];
  for (const shard of shards) if (!(await exists(shard))) missing.push(shard);
  if (missing.length > 0)
    throw invalid(
      `${path} is a part of a model of ${shards.length} files, of which these are missing: ${missing.join(', ')}`,
    );
  const header = await readHeader(shards[0]);
  const other = otherTypes[header.type];
  if (other !== undefined) throw invalid(`${path} is ${other}`);
  return header;
}

async function readHeader(path: string): Promise<GgufHeader> {
  try {
    return await readGgufHeader(path);
  } catch (cause) {
    if (!(cause instanceof GgufError)) throw invalid(`the service cannot read ${path}: ${reasonOf(cause)}`);
    const start = await startOf(path);
    const hint = otherFormats.find((format) => format.start.test(start))?.hint;
    const reason = start.startsWith('GGUF')
      ? `${cause.message.replace(/\.$/, '')}; the download may be incomplete`
      : hint;
    throw invalid(`${path} is not a GGUF model file${reason === undefined ? '' : `: ${reason}`}`);
  }
}

async function startOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead).toString('latin1');
  } finally {
    await file.close();
  }
}

/** The model files of a folder, for an error. */
async function otherModels(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.gguf'));
  if (names.length === 0) return '';
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : '';
  return `; ${folder} has ${names.slice(0, maxListed).join(', ')}${more}`;
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
}

function invalid(message: string): EngineError {
  return new EngineError('invalid-request', message);
}
