import { homeOf, type MenuEntry, mspMenu, organizationMenu, type Subject } from '@sentrywell/contract/access.ts';
import { Outlet, useNavigate, useParams } from 'react-router';
import { useSession } from '../../kernel/session.tsx';
import { showToast } from '../../ui/toast.ts';
import { GlobalSearch } from '../search/GlobalSearch.tsx';
import { SessionEndWarning } from '../auth/SessionEndWarning.tsx';
import { Shell } from './Shell.tsx';

type Frame = { readonly menu: readonly MenuEntry[]; readonly home: string; readonly hasHeading: boolean };

/** Before it is known who is there the frame stands empty, so that nothing moves when it is filled. */
const emptyFrame: Frame = { menu: [], home: '/', hasHeading: false };

/** The menu of whatever the page is about: the organization of the address, one's own, or the MSP. */
function frameFor(subject: Subject, routeId: string | undefined): Frame {
  const id = Number(routeId ?? subject.orgId ?? Number.NaN);
  const isOrganization = Number.isInteger(id);
  return {
    menu: isOrganization ? organizationMenu(subject, id) : mspMenu(subject),
    home: homeOf(subject),
    hasHeading: isOrganization && subject.orgId === null,
  };
}

/** The frame of the signed-in pages. */
export function ShellLayout() {
  const { isLoading, subject, session, userDetails, logout } = useSession();
  const { id } = useParams();
  const navigate = useNavigate();

  async function leave() {
    try {
      await logout();
      await navigate('/login', { replace: true });
    } catch {
      showToast('bad', 'Logout failed');
    }
  }

  if (!isLoading && subject === undefined) {
    // The guard of the page sends the visitor to /login; no frame flashes up before.
    return <Outlet />;
  }
  const frame = subject === undefined ? emptyFrame : frameFor(subject, id);
  return (
    <Shell {...frame} person={userDetails} onLogout={() => void leave()} search={<GlobalSearch />}>
      <Outlet />
      {session !== undefined && <SessionEndWarning session={session} onLogout={() => void leave()} />}
    </Shell>
  );
}
