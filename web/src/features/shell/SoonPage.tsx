import { Navigate } from 'react-router';

/** An area that is marked 'Soon' leads to the coming-soon page, which names it (specification §2). */
function soonPage(feature: string) {
  return function SoonPage() {
    return <Navigate to="/not-implemented" replace state={{ feature }} />;
  };
}

export const BaaSoonPage = soonPage('BAA');
export const PnpSoonPage = soonPage('PnP');
