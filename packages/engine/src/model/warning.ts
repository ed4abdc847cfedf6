import type { Part } from './part.js';

/** Something of the request that was not honoured and did not stop it. Shown in the `x-service-warning` header. */
export interface Warning {
  /** `ignored`: no effect. `dropped`: left out of what the model sees. `clamped`: brought into range. */
  readonly kind: 'ignored' | 'dropped' | 'clamped';
  /** Path of the field in the request, such as `tools.2`. */
  readonly param: string;
  /** The part in question, from a generator: the turn puts its path in the place of `param`. */
  readonly part?: Part;
  readonly message: string;
}
