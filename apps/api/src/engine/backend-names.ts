import { basename } from 'node:path';
import type { BackendSettings } from '../config/settings/backend-settings.js';
import type { AnyGeneratorSettings } from '../config/generators/any-generator-settings.js';

/** A name for each backend: its own, or what its settings say of its place. No two are the same. */
export function backendNames(backends: readonly BackendSettings[]): readonly string[] {
  const usedNames = new Set(backends.flatMap(({ name }) => (name === undefined ? [] : [name])));
  return backends.map(({ name, provider: generator }) => {
    if (name !== undefined) return name;
    const place = placeOf(generator);
    let free = place;
    for (let count = 2; usedNames.has(free); count += 1) free = `${place}#${count}`;
    usedNames.add(free);
    return free;
  });
}

function placeOf(generator: AnyGeneratorSettings): string {
  switch (generator.kind) {
    case 'llama':
      return basename(generator.model);
    case 'ai-sdk':
      return generator.package;
    case 'chat-completions':
    case 'messages':
    case 'responses': {
      const { host, pathname } = new URL(generator.baseUrl);
      return `${host}${pathname.replace(/\/+$/, '')}`;
    }
  }
}
