import { responseKeys, type Response } from '../response/response.js';
import type { Fault } from './fault.js';

/** The statuses that the response of each lifecycle event may have. A cancelled response ends as incomplete or failed. */
const statuses = {
  'response.created': ['in_progress', 'queued'],
  'response.queued': ['queued'],
  'response.in_progress': ['in_progress'],
  'response.completed': ['completed'],
  'response.incomplete': ['incomplete', 'cancelled'],
  'response.failed': ['failed', 'cancelled'],
} as const;

export type LifecycleType = keyof typeof statuses;

/** Checks the keys, the id and the status of the response in a lifecycle event. */
export function checkLifecycle(type: LifecycleType, response: Response, id: string | undefined, fault: Fault): void {
  const missing = responseKeys.filter((key) => !Object.hasOwn(response, key));
  if (missing.length > 0) throw fault('lifecycle-response-full', `the response lacks ${missing.join(', ')}`);
  if (id !== undefined && response.id !== id)
    throw fault('response-id-constant', 'the response has another id than before');
  const allowed: readonly string[] = statuses[type];
  if (!allowed.includes(response.status)) throw fault('status-fits-event', `${type} with status ${response.status}`);
  checkReasons(type, response, fault);
}

function checkReasons(type: LifecycleType, response: Response, fault: Fault): void {
  switch (type) {
    case 'response.failed':
      if (response.error === null && response.status === 'failed')
        throw fault('failed-has-error', 'a failed response without error');
      return;
    case 'response.incomplete':
      if (response.incomplete_details === null && response.status === 'incomplete') {
        throw fault('incomplete-has-reason', 'an incomplete response without incomplete_details');
      }
      return;
    case 'response.completed':
      if (response.usage === null) throw fault('completed-has-usage', 'a completed response without usage');
      if (response.completed_at === null)
        throw fault('completed-has-time', 'a completed response without completed_at');
      if (response.error !== null || response.incomplete_details !== null) {
        throw fault('completed-is-clean', 'a completed response with error or incomplete_details');
      }
      return;
    default:
      if (response.output.length > 0) throw fault('output-starts-empty', `${type} with output`);
  }
}
