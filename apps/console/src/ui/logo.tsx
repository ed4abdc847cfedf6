/** Two dialects that become one. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M6 10h5c4 0 4 6 8 6h7M6 22h5c4 0 4-6 8-6" />
      <circle cx="26" cy="16" r="2.6" />
    </svg>
  );
}
