import type { TeamMember } from '@sentrywell/contract/team.ts';
import { IconButton } from '../../ui/IconButton.tsx';

type PersonActionsProps = {
  readonly person: TeamMember;
  /** 'member' or 'person', as the page calls people: 'Edit member'. */
  readonly noun: string;
  readonly isSelf: boolean;
  readonly isBusy: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onReactivate: () => void;
};

/** What may be done with somebody; nobody changes or removes themselves (ruling R22). */
export function PersonActions(props: PersonActionsProps) {
  const { person, noun, isSelf, isBusy, onEdit, onDelete, onReactivate } = props;
  if (isSelf) {
    return (
      <span className="text-ink-soft" title="You cannot change or remove yourself.">
        You
      </span>
    );
  }
  return (
    <span className="-my-1.5 inline-flex sm:-mr-2">
      {person.status === 'active' && (
        <>
          <IconButton icon="edit" label={`Edit ${noun} ${person.name}`} disabled={isBusy} onClick={onEdit} />
          <IconButton
            icon="trash"
            tone="bad"
            label={`Delete ${noun} ${person.name}`}
            disabled={isBusy}
            onClick={onDelete}
          />
        </>
      )}
      {person.status === 'inactive' && (
        <IconButton
          icon="refresh"
          label={`Reactivate ${noun} ${person.name}`}
          disabled={isBusy}
          pending={isBusy}
          onClick={onReactivate}
        />
      )}
    </span>
  );
}
