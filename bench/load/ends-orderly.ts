// Imported before a measurement: whoever ends it from outside ends its database and its servers too, which leave with the process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1));
}
