import type { TeamMember } from '@sentrywell/contract/team.ts';
import { useState } from 'react';
import { failureWords } from '../../kernel/failure-words.ts';
import { showToast } from '../../ui/toast.ts';
import { useUnderWay } from '../../ui/use-under-way.ts';

type Calls = {
  readonly deactivate: (userId: number) => Promise<unknown>;
  readonly reactivate: (userId: number) => Promise<unknown>;
  /** Asks for the team again. */
  readonly refresh: () => Promise<unknown>;
};

export type PersonChanges<Member> = {
  /** Whose changes are under way, by id. */
  readonly underWay: ReadonlySet<number>;
  /** Whose removal waits for a yes. */
  readonly leaving: Member | undefined;
  readonly askToRemove: (person: Member | undefined) => void;
  readonly remove: () => void;
  readonly reactivate: (person: Member) => void;
};

/** Deactivating people and letting them in again. */
export function usePersonChanges<Member extends TeamMember>(calls: Calls): PersonChanges<Member> {
  const { underWay, mark } = useUnderWay();
  const [leaving, setLeaving] = useState<Member>();

  async function run(person: Member, work: (userId: number) => Promise<unknown>, doneWords: string) {
    mark(person.id, true);
    try {
      await work(person.id);
      showToast('good', doneWords);
      // Not the question about somebody else.
      setLeaving((current) => (current?.id === person.id ? undefined : current));
    } catch (error) {
      showToast('bad', failureWords(error, 'That did not work. Please try again.'));
    }
    // Also after a refusal: somebody else may have been quicker.
    await calls.refresh().catch(() => undefined);
    mark(person.id, false);
  }

  return {
    underWay,
    leaving,
    askToRemove: setLeaving,
    remove: () => {
      if (leaving !== undefined && !underWay.has(leaving.id)) {
        void run(leaving, calls.deactivate, `${leaving.name} was removed.`);
      }
    },
    reactivate: (person) => void run(person, calls.reactivate, `${person.name} can sign in again.`),
  };
}
