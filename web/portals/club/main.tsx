import { CalendarDays, Info, ShieldCheck, UserCog, Users } from 'lucide-react'
import { AboutPage } from '#web/shell/about-page.tsx'
import { DeskFrame } from '#web/shell/desk-frame.tsx'
import { later } from '#web/shell/later.ts'
import { SecurityPage } from '#web/shell/security-page.tsx'
import { startPortal } from '#web/shell/start-portal.tsx'
import { MembersPage } from './members-page.tsx'

const GroupsPage = later(() => import('./groups-page.tsx').then((module) => module.GroupsPage))
const UsersPage = later(() => import('./users-page.tsx').then((module) => module.UsersPage))

startPortal({
  portal: 'club',
  userType: 'admin',
  home: '/members',
  Frame: DeskFrame,
  pages: [
    { label: 'club.members.title', icon: Users, to: '/members' },
    { label: 'club.group.pageTitle', icon: CalendarDays, to: '/groups' },
    { label: 'club.users.title', icon: UserCog, to: '/users' },
    { label: 'security.title', icon: ShieldCheck, to: '/account' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    { path: '/members', element: <MembersPage /> },
    { path: '/groups', element: <GroupsPage /> },
    { path: '/users', element: <UsersPage /> },
    { path: '/account', element: <SecurityPage /> },
    { path: '/about', element: <AboutPage /> },
  ],
  loadWords: (language) => (language === 'cy' ? import('./locales/cy.json') : import('./locales/en.json')),
})
