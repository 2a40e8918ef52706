import { useOnline } from '../../kernel/use-online.ts';
import { Icon } from '../../ui/Icon.tsx';

/** Says that what is on the screen may be old. */
export function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warning-tint px-4 py-2 text-center font-medium text-warning-ink">
          <Icon name="cloudOff" />
          You are offline. What you see may be out of date; it is refreshed when the connection is back.
        </p>
      )}
    </div>
  );
}
