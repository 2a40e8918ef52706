import { CallFailed } from '../../kernel/call.ts';
import { failureWords } from '../../kernel/failure-words.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

/** Why a link out of a mail could not be used. */
export type LinkFailure = {
  readonly words: string;
  /** The server has judged the link: another try gets the same answer. */
  readonly isFinal: boolean;
};

export function linkFailure(error: unknown, otherwise: string): LinkFailure {
  const isFinal = error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429;
  return { words: failureWords(error, otherwise), isFinal };
}

type Props = { readonly failure: LinkFailure; readonly onTryAgain: () => void };

export function LinkFailureBanner({ failure, onTryAgain }: Props) {
  return (
    <Banner tone="bad" className="mb-5">
      <p>{failure.words}</p>
      {!failure.isFinal && (
        <Button size="small" icon="refresh" className="mt-2.5" onClick={onTryAgain}>
          Try again
        </Button>
      )}
    </Banner>
  );
}
