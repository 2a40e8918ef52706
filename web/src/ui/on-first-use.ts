/** Makes something when it is first needed: a browser takes milliseconds for the first format of a kind, and most screens show none. */
export function onFirstUse<Thing>(make: () => Thing): () => Thing {
  let made: Thing | undefined;
  return () => (made ??= make());
}
