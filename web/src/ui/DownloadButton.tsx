import { buttonLook } from './button-look.ts';
import { Icon } from './Icon.tsx';

type DownloadButtonProps = {
  readonly href: string;
  readonly children: string;
};

/** Fetches a file: the browser streams it to disk, however large it is. */
export function DownloadButton({ href, children }: DownloadButtonProps) {
  return (
    <a href={href} download className={buttonLook('secondary', 'medium')}>
      <Icon name="download" className="-ml-0.5 size-[1.15em]" />
      {children}
    </a>
  );
}
