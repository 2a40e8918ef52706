// canary: walls what-no-first-draw-waits-for
export { Button } from 'react-aria-components';
