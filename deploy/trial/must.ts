/** @throws the sentence where something is not as the guide says. */
export function must(isSo: boolean, sentence: string): void {
  if (!isSo) {
    throw new Error(sentence);
  }
}
