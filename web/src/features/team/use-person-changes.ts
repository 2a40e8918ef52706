import type { TeamMember } from '@sentrywell/contract/team.ts';
import { useState } from 'react';
import { failureWords } from '../../kernel/failure-words.ts';
import { showToast } from '../../ui/toast.ts';

type Calls = {
  readonly deactivate: (userId: number) => Promise<unknown>;
  readonly reactivate: (userId: number) => Promise<unknown>;
  /** Asks for the team again. */
  readonly refresh: () => Promise<unknown>;
};

export type PersonChanges<Member> = {
  /** Whose change is under way. */
  readonly busy: number | undefined;
  /** Whose removal waits for a yes. */
  readonly leaving: Member | undefined;
  readonly askToRemove: (person: Member | undefined) => void;
  readonly remove: () => void;
  readonly reactivate: (person: Member) => void;
};

/** Deactivating people and letting them in again, one at a time. */
export function usePersonChanges<Member extends TeamMember>(calls: Calls): PersonChanges<Member> {
  const [busy, setBusy] = useState<number>();
  const [leaving, setLeaving] = useState<Member>();

  async function run(person: Member, work: (userId: number) => Promise<unknown>, doneWords: string) {
    setBusy(person.id);
    try {
      await work(person.id);
      showToast('good', doneWords);
      setLeaving(undefined);
    } catch (error) {
      showToast('bad', failureWords(error, 'That did not work. Please try again.'));
    }
    // Also after a refusal: somebody else may have been quicker.
    await calls.refresh().catch(() => undefined);
    setBusy(undefined);
  }

  return {
    busy,
    leaving,
    askToRemove: setLeaving,
    remove: () => {
      if (leaving !== undefined && busy === undefined) {
        void run(leaving, calls.deactivate, `${leaving.name} was removed.`);
      }
    },
    reactivate: (person) => void run(person, calls.reactivate, `${person.name} can sign in again.`),
  };
}
