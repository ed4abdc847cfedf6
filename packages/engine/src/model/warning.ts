import type { Part } from './part.js';

/**
 * A part of the request that the service did not honour but that did not fail it. Sent in the `x-service-warning`
 * header.
 */
export interface Warning {
  /** `ignored`: no effect. `dropped`: not in the model's input. `clamped`: adjusted to fit. `estimated`: not exact. */
  readonly kind: 'ignored' | 'dropped' | 'clamped' | 'estimated';
  /** Path of the field in the request, such as `tools.2`. */
  readonly param: string;
  /** The affected part, as reported by a language model. The turn replaces it with the part's path in `param`. */
  readonly part?: Part;
  readonly message: string;
}
