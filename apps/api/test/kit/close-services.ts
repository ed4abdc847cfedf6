import type { TestService } from './start-service.js';

/** Ends services, the newest first, and takes them out of the list. What they share is removed when the last has stopped. */
export async function closeServices(services: TestService[]): Promise<void> {
  const newestFirst = services.splice(0).toReversed();
  for (const service of newestFirst) await service.stop();
  for (const service of newestFirst) await service.close();
}
