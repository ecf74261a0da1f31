import { CalendarDays, CloudOff, Info, ListTree, Users } from 'lucide-react'
import { forgetCoachData } from '#web/offline/forget.ts'
import { AboutPage } from '#web/shell/about-page.tsx'
import { startPortal } from '#web/shell/start-portal.tsx'
import './coach.css'
import './assess.css'
import './offline.css'
import { AssessMemberPage } from './assess-member-page.tsx'
import { AssessSkillPage } from './assess-skill-page.tsx'
import { CoachData } from './coach-data.tsx'
import { CoachStatus } from './coach-status.tsx'
import { currentStore } from './current-store.ts'
import { GroupPage } from './group-page.tsx'
import { GroupsPage } from './groups-page.tsx'
import { OfflinePage } from './offline-page.tsx'
import { RegisterPage } from './register-page.tsx'
import { SwitchUserPage } from './switch-user-page.tsx'
import { SchemePage } from './scheme-page.tsx'
import { VersionNote } from './version-note.tsx'

startPortal({
  portal: 'coach',
  userType: 'coach',
  home: '/member-groups',
  pages: [
    { label: 'coach.groups.title', icon: CalendarDays, to: '/member-groups' },
    { label: 'coach.scheme.title', icon: ListTree, to: '/scheme' },
    { label: 'coach.offline.title', icon: CloudOff, to: '/offline' },
    { label: 'coach.switch.title', icon: Users, to: '/switch-user' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    {
      element: <CoachData />,
      children: [
        { path: '/member-groups', element: <GroupsPage /> },
        { path: '/member-groups/:groupId', element: <GroupPage /> },
        { path: '/member-groups/:groupId/register', element: <RegisterPage /> },
        { path: '/member-groups/:groupId/member/:memberUuid?', element: <AssessMemberPage /> },
        { path: '/member-groups/:groupId/skill/*', element: <AssessSkillPage /> },
        { path: '/offline', element: <OfflinePage /> },
        { path: '/switch-user', element: <SwitchUserPage /> },
        // these read nothing from the device, but while they are open what waits must still be sent
        { path: '/scheme/*', element: <SchemePage /> },
        { path: '/about', element: <AboutPage /> },
      ],
    },
  ],
  loadWords: (language) => (language === 'cy' ? import('./locales/cy.json') : import('./locales/en.json')),
  Status: CoachStatus,
  VersionNote,
  // what waits goes out before a page that might not understand it any more is loaded
  beforeRefresh: async () => currentStore.get()?.syncNow(),
  onLogout: async () => currentStore.get()?.syncNow(),
  forget: () => forgetCoachData(),
  worksOffline: true,
})
