// Loaded into a product before it starts (see `collecting` in programs.ts): told by a signal, it collects what nobody holds any more and
// says how much memory is left.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  console.log(`Held after a collection: ${heapUsed + external} bytes.`);
});
