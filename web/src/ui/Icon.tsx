import { join } from './join.ts';

/** Strokes on a 24-unit square; drawn for this product. */
const strokes = {
  alert: 'M12 4 3 19.5h18L12 4Zm0 6v4.2m0 2.6v.2',
  arrowLeft: 'M19 12H5m5.5-5.5L5 12l5.5 5.5',
  arrowRight: 'M5 12h14m-5.5-5.5L19 12l-5.5 5.5',
  book: 'M5 4.5h9a3 3 0 0 1 3 3V20H7.5A2.5 2.5 0 0 1 5 17.5v-13Zm0 13A2.5 2.5 0 0 1 7.5 15H17',
  building: 'M5 20.5V4.5h9v16M14 9.5h5v11M3 20.5h18M8 8.5h3m-3 4h3m-3 4h3',
  calendar: 'M4.5 6h15v14h-15V6Zm0 4.5h15M8.5 3.5V8m7-4.5V8',
  card: 'M3.5 6h17v12.5h-17V6Zm0 4h17M7 15h3.5',
  chart: 'M4.5 4v16h16M8.5 15.5l3.5-4.5 3 2.5 4.5-6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  checkCircle: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm-3.7 8.8 2.6 2.6 4.8-5.2',
  chevronDown: 'm6.5 9.5 5.5 5.5 5.5-5.5',
  chevronLeft: 'm14.5 6.5-5.5 5.5 5.5 5.5',
  chevronRight: 'm9.5 6.5 5.5 5.5-5.5 5.5',
  chevronUp: 'm6.5 14.5 5.5-5.5 5.5 5.5',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 4V12l3.2 2',
  cloudOff: 'M4 4l16 16M9.3 6.2A6 6 0 0 1 17.5 10a4.5 4.5 0 0 1 2.7 7.2M16 18.5H7A4.5 4.5 0 0 1 6.4 9.6',
  code: 'm8.5 7.5-4.5 4.5 4.5 4.5m7-9 4.5 4.5-4.5 4.5M13.5 5l-3 14',
  copy: 'M8.5 8.5h11v11h-11v-11Zm-4 7v-11h11',
  document: 'M6 3.5h8l4 4v13H6v-17Zm8 0v4h4M9 12h6m-6 4h6',
  dots: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 19.5h15',
  edit: 'M4.5 19.5 5.5 15 16 4.5l3.5 3.5L9 18.5l-4.5 1Zm9-12.5 3.5 3.5',
  eye: 'M2.5 12C5 7.7 8.2 5.5 12 5.5s7 2.2 9.5 6.5c-2.5 4.3-5.7 6.5-9.5 6.5S5 16.3 2.5 12Zm9.5-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  eyeOff:
    'M4 4l16 16M9.5 5.9a9 9 0 0 1 2.5-.4c3.8 0 7 2.2 9.5 6.5a17 17 0 0 1-2.6 3.4M6.3 7.6A15 15 0 0 0 2.5 12c2.5 4.3 5.7 6.5 9.5 6.5 1.5 0 2.9-.3 4.2-1M10 10a3 3 0 0 0 4 4',
  filter: 'M4 5.5h16l-6.2 7.2v5.3l-3.6 1.8v-7.1L4 5.5Z',
  globe:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm-8.3 8.5h16.6M12 3.5c2.3 2.5 3.5 5.3 3.5 8.5s-1.2 6-3.5 8.5c-2.3-2.5-3.5-5.3-3.5-8.5s1.2-6 3.5-8.5Z',
  grid: 'M4.5 4.5h6v6h-6v-6Zm9 0h6v6h-6v-6Zm-9 9h6v6h-6v-6Zm9 0h6v6h-6v-6Z',
  handshake: 'M3 7.5 7.5 6 12 8l4.5-2L21 7.5v8l-3 1-5 3.5-5.5-4-4.5-.5v-8Zm9 .5-2.5 3.5c1.5 1.2 3 .8 4-.5l4.5 5.5',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm0 7.5v5m0-8.2v.2',
  key: 'M8 10.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm3.2 1.3 8.3-8.3m-3.5 3.5 2.5 2.5M14 9l1.5 1.5',
  link: 'M10 14a4 4 0 0 1 0-5.6l3-3a4 4 0 0 1 5.6 5.6l-1.4 1.4M14 10a4 4 0 0 1 0 5.6l-3 3A4 4 0 0 1 5.4 13l1.4-1.4',
  list: 'M8.5 6h11.5M8.5 12h11.5M8.5 18h11.5M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  lock: 'M6 10.5h12v9.5H6v-9.5Zm2.5 0V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2.5',
  logout: 'M14 4.5H5.5v15H14M10 12h10.5m-4-4 4 4-4 4',
  mail: 'M3.5 5.5h17v13h-17v-13Zm0 1 8.5 6.5 8.5-6.5',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  minus: 'M6 12h12',
  monitor: 'M3.5 5h17v11h-17V5ZM9 20h6m-3-4v4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  phone: 'M7.5 3.5h9v17h-9v-17Zm3.5 14h2',
  plus: 'M12 5v14M5 12h14',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.5V9H15',
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm4.7 11.2L20 20',
  settings:
    'M4 7.5h9m5 0h2M4 16.5h2m5 0h9M15.5 5.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Zm-7 9a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z',
  shield: 'M12 3.5 5 6v5.5c0 4.2 2.7 7.3 7 9 4.3-1.7 7-4.8 7-9V6l-7-2.5Z',
  shieldCheck: 'M12 3.5 5 6v5.5c0 4.2 2.7 7.3 7 9 4.3-1.7 7-4.8 7-9V6l-7-2.5Zm-3.2 8.7 2.3 2.3 4.2-4.7',
  sort: 'm8 10 4-4.5L16 10m-8 4 4 4.5 4-4.5',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0-5v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4',
  trash: 'M4.5 6.5h15M9 6.5v-3h6v3M6.5 6.5l1 14h9l1-14M10.5 10.5v6m3-6v6',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20.5c.6-3.6 3.4-5.5 7.5-5.5s6.9 1.9 7.5 5.5',
  users:
    'M9 4.5a3.7 3.7 0 1 1 0 7.5 3.7 3.7 0 0 1 0-7.5ZM2.5 20c.5-3.3 2.9-5 6.5-5s6 1.7 6.5 5M15.5 5a3.5 3.5 0 0 1 0 6.7M18 15.6c2 .7 3.2 2.2 3.5 4.4',
  x: 'm6 6 12 12M18 6 6 18',
  xCircle: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM9 9l6 6m0-6-6 6',
} satisfies Record<string, string>;

export type IconName = keyof typeof strokes;

type IconProps = {
  readonly name: IconName;
  /** Size and colour by Tailwind classes; 20 px unless said otherwise. */
  readonly className?: string;
  /** Read out when the icon stands alone; without it the icon is decoration. */
  readonly label?: string;
};

export function Icon({ name, className = '', label }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dots' ? 2.6 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={join(!/(^|\s)size-/.test(className) && 'size-5', 'shrink-0', className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={strokes[name]} />
    </svg>
  );
}
