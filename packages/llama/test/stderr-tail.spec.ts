import { StderrTail } from '#src/stderr-tail.js';

function heard(...data: readonly string[]): string {
  const stderrTail = new StderrTail();
  for (const one of data) stderrTail.push(one);
  return stderrTail.text;
}

const library = '/opt/service/node_modules/@node-llama-cpp/linux-x64-vulkan/bins/linux-x64-vulkan/libggml-base.so';
const backtrace = Array.from(
  { length: 60 },
  (_, frame) => `${library}(ggml_abort+0x${(frame * 4_096).toString(16)})[0x7f7e38f39f42]\n`,
);

describe('the stderr tail of a model process', () => {
  it("contains the engine's failure reason without the backtrace and the build directory", () => {
    const why = 'pre-allocated tensor (cache_k_l0) in a buffer (Vulkan0) that cannot run the operation (NONE)';
    expect(heard(`/build/engine/ggml/src/ggml-backend.cpp:941: ${why}\n`, ...backtrace, 'node[0x1a075f0]\n')).toBe(
      `ggml-backend.cpp:941: ${why}`,
    );
  });

  it('are without what debuggers and Node.js print', () => {
    expect(
      heard(
        'GGML_ASSERT(x) failed\n[New LWP 7]\n[Thread debugging using libthread_db enabled]\n#0  0x00007f in wait4 ()\n#1  ggml_abort ()\n',
      ),
    ).toBe('GGML_ASSERT(x) failed');
    expect(
      heard(
        'FATAL ERROR: heap out of memory\n----- Native stack trace -----\n\n 1: 0xe13fde node::OOMErrorHandler [node]\n',
      ),
    ).toBe('FATAL ERROR: heap out of memory');
    expect(heard('Error: gone\n    at load (file:///opt/main.js:3:9)\n')).toBe('Error: gone');
  });

  it('is read for every chunking, even without a trailing line feed', () => {
    expect(heard('one li', 'ne\nano', 'ther')).toBe('one line; another');
  });

  it('are the latest, and few', () => {
    const stderrTail = heard(
      ...Array.from({ length: 1_000 }, (_, line) => `warning ${line}\n`),
      'the end\n',
      'x'.repeat(50_000),
    );
    expect(stderrTail).toHaveLength(300);
    expect(heard(...Array.from({ length: 1_000 }, (_, line) => `warning ${line}\n`), 'the end')).toMatch(
      /warning 999; the end$/,
    );
  });

  it('is empty without output', () => {
    expect(heard()).toBe('');
    expect(heard('\n', ...backtrace)).toBe('');
  });
});
