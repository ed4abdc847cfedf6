// Assertions of the checks. Like all of these files they use only the language itself, because they run in browsers,
// too.

export function same(found, wanted, about = 'the value') {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (left !== right) throw new Error(`${about} is ${left}, not ${right}`);
}

export function assertTrue(truth, about) {
  if (truth !== true) throw new Error(`not true: ${about}`);
}

/** What `promise` rejects with. */
export async function failureOf(promise) {
  let value;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`it did not fail, but returned ${JSON.stringify(value)?.slice(0, 200)}`);
}

export async function eventually(about, look, milliseconds = 5_000) {
  const started = Date.now();
  let last;
  while (Date.now() - started < milliseconds) {
    last = await look();
    if (last === true) return;
    await pause(50);
  }
  throw new Error(`not true in time: ${about}: ${JSON.stringify(last)}`);
}

export function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** A word that no other check uses. */
export function marker() {
  return `marker-${Math.random().toString(36).slice(2)}`;
}
