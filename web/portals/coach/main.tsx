import { CalendarDays, Info } from 'lucide-react'
import { AboutPage } from '#web/shell/about-page.tsx'
import { startPortal } from '#web/shell/start-portal.tsx'
import './coach.css'
import { AssessMemberPage } from './assess-member-page.tsx'
import { AssessSkillPage } from './assess-skill-page.tsx'
import { CoachData } from './coach-data.tsx'
import { CoachStatus } from './coach-status.tsx'
import { currentStore } from './current-store.ts'
import { GroupPage } from './group-page.tsx'
import { GroupsPage } from './groups-page.tsx'

startPortal({
  portal: 'coach',
  userType: 'coach',
  home: '/member-groups',
  pages: [
    { label: 'coach.groups.title', icon: CalendarDays, to: '/member-groups' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    {
      element: <CoachData />,
      children: [
        { path: '/member-groups', element: <GroupsPage /> },
        { path: '/member-groups/:groupId', element: <GroupPage /> },
        { path: '/member-groups/:groupId/member/:memberUuid?', element: <AssessMemberPage /> },
        { path: '/member-groups/:groupId/skill/*', element: <AssessSkillPage /> },
      ],
    },
    { path: '/about', element: <AboutPage /> },
  ],
  loadWords: (language) => (language === 'cy' ? import('./locales/cy.json') : import('./locales/en.json')),
  Status: CoachStatus,
  // what waits goes out before a page that might not understand it any more is loaded
  beforeRefresh: async () => currentStore.get()?.syncNow(),
  onLogout: async () => currentStore.get()?.syncNow(),
  worksOffline: true,
})
