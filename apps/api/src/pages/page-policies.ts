// What the browser allows the pages to do.

/** Other origins may not embed the files, and the pages need no device. */
const isolation = {
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

/**
 * The console: files of this origin alone, no inline script or style, no form, and no string that becomes markup or a
 * script. It shows texts of models, and holds a key.
 */
export const consoleHeaders = {
  ...isolation,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
} as const;

/** The reference: its library creates style elements. It loads nothing from other hosts. */
export const referenceHeaders = {
  ...isolation,
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const;
