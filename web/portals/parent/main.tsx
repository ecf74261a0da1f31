import { CircleUser, Info, LayoutList, ListTree } from 'lucide-react'
import { AboutPage } from '#web/shell/about-page.tsx'
import { startPortal } from '#web/shell/start-portal.tsx'
import { AccountPage } from './account-page.tsx'
import { CurriculumGate } from './curriculum-gate.tsx'
import { OverviewPage } from './overview-page.tsx'

startPortal({
  portal: 'parent',
  userType: 'parent',
  home: '/overview',
  pages: [
    { label: 'parent.overview', icon: LayoutList, to: '/overview' },
    { label: 'parent.curriculum', icon: ListTree, to: '?curriculum' },
    { label: 'parent.account.title', icon: CircleUser, to: '/account' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    { path: '/overview', element: <OverviewPage /> },
    { path: '/account', element: <AccountPage /> },
    { path: '/about', element: <AboutPage /> },
  ],
  Beside: CurriculumGate,
  loadWords: (language) => (language === 'cy' ? import('./locales/cy.json') : import('./locales/en.json')),
})
