import { basename } from 'node:path';
import type { BackendSettings } from '../config/settings/backend-settings.js';
import type { AnyProviderSettings } from '../config/providers/any-provider-settings.js';

/** A unique name for each backend: its own, or its address from the settings. */
export function backendNames(backends: readonly BackendSettings[]): readonly string[] {
  const usedNames = new Set(backends.flatMap(({ name }) => (name === undefined ? [] : [name])));
  return backends.map(({ name, provider }) => {
    if (name !== undefined) return name;
    const address = addressOf(provider);
    let free = address;
    for (let count = 2; usedNames.has(free); count += 1) free = `${address}#${count}`;
    usedNames.add(free);
    return free;
  });
}

function addressOf(provider: AnyProviderSettings): string {
  switch (provider.kind) {
    case 'llama':
      return basename(provider.model);
    case 'ai-sdk':
      return provider.package;
    case 'chat-completions':
    case 'messages':
    case 'responses': {
      const { host, pathname } = new URL(provider.baseUrl);
      return `${host}${pathname.replace(/\/+$/, '')}`;
    }
  }
}
