// A fast non-cryptographic hash for tables and backend selection. Do not use it for secrets.

const multiplierA = 0x9e3779b1;
const multiplierB = 0x5f356495;

/** A uniformly distributed 53-bit integer; `seed` is a 53-bit integer, too. */
export function hashText(text: string, seed = 0): number {
  let a = 0x3c6ef372 ^ seed;
  let b = 0x1b873593 ^ Math.floor(seed / 0x1_0000_0000);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, multiplierA);
    b = Math.imul(b ^ code, multiplierB);
  }
  a = mix(a ^ text.length) ^ mix(b);
  b = mix(b ^ a);
  return (b & 0x1f_ffff) * 0x1_0000_0000 + (a >>> 0);
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
