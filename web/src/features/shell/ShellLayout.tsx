import { homeOf, mayEnterScreen, mspMenu, organizationMenu, type Subject } from '@sentrywell/contract/access.ts';
import { Outlet, useNavigate, useParams } from 'react-router';
import { useSession } from '../../kernel/session.tsx';
import { showToast } from '../../ui/toast.ts';
import { GlobalSearch } from '../search/GlobalSearch.tsx';
import { SessionEndWarning } from '../auth/SessionEndWarning.tsx';
import { Shell } from './Shell.tsx';
import type { SidebarProps } from './Sidebar.tsx';

type Frame = Pick<SidebarProps, 'menu' | 'home' | 'heading'>;

/** Before it is known who is there the frame stands empty, so that nothing moves when it is filled. */
const emptyFrame: Frame = { menu: [], home: '/', heading: undefined };

/** The menu of whatever the page is about: the organization of the address, one's own, or the MSP. */
function frameFor(subject: Subject, routeId: string | undefined): Frame {
  const id = Number(routeId ?? subject.orgId ?? Number.NaN);
  const isOrganization = Number.isInteger(id);
  return {
    menu: isOrganization ? organizationMenu(subject, id) : mspMenu(subject),
    home: homeOf(subject),
    heading: isOrganization && subject.orgId === null ? { id: enterable(subject, id) } : undefined,
  };
}

/** Nothing is asked about another organization: the guard of the page is about to send the person away from it. */
function enterable(subject: Subject, id: number): number | undefined {
  return mayEnterScreen(subject, 'orgDashboard', id) ? id : undefined;
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
