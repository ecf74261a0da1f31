import { Info, ShieldCheck, Users } from 'lucide-react'
import { AboutPage } from '#web/shell/about-page.tsx'
import { DeskFrame } from '#web/shell/desk-frame.tsx'
import { SecurityPage } from '#web/shell/security-page.tsx'
import { startPortal } from '#web/shell/start-portal.tsx'
import { MembersPage } from './members-page.tsx'

startPortal({
  portal: 'club',
  userType: 'admin',
  home: '/members',
  Frame: DeskFrame,
  pages: [
    { label: 'club.members.title', icon: Users, to: '/members' },
    { label: 'security.title', icon: ShieldCheck, to: '/account' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    { path: '/members', element: <MembersPage /> },
    { path: '/account', element: <SecurityPage /> },
    { path: '/about', element: <AboutPage /> },
  ],
  loadWords: (language) => (language === 'cy' ? import('./locales/cy.json') : import('./locales/en.json')),
})
