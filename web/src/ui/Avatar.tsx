import { initialsOf } from './initials.ts';
import { join } from './join.ts';

const tints = [
  'bg-avatar-1 text-avatar-1-ink',
  'bg-avatar-2 text-avatar-2-ink',
  'bg-avatar-3 text-avatar-3-ink',
  'bg-avatar-4 text-avatar-4-ink',
  'bg-avatar-5 text-avatar-5-ink',
  'bg-avatar-6 text-avatar-6-ink',
] as const;

function tintOf(name: string): string {
  let sum = 7;
  for (let index = 0; index < name.length; index += 1) {
    sum = (sum * 31 + name.charCodeAt(index)) % 9973;
  }
  return tints[sum % tints.length] ?? tints[0];
}

type AvatarProps = { readonly name: string; readonly size?: 'small' | 'medium' };

const sizes = { small: 'size-7 text-[0.6875rem]', medium: 'size-9 text-xs' };

/** A person's picture: initials on a tint made from the name. Decoration: the name stands beside it. */
export function Avatar({ name, size = 'medium' }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={join(
        'inline-grid shrink-0 select-none place-items-center rounded-full font-semibold',
        sizes[size],
        tintOf(name),
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
