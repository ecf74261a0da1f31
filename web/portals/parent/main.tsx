import { CircleHelp, CircleUser, Info, LayoutList, ListTree } from 'lucide-react'
import type { LoadWords } from '#web/shell/i18n/language.ts'
import { entryWords } from '#web/shell/login/entry-words.ts'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { startPortal } from '#web/shell/start/start-portal.tsx'
import { CurriculumGate } from './curriculum/curriculum-gate.tsx'
import { OverviewPage } from './overview/overview-page.tsx'

const laterWords: LoadWords = (language) =>
  language === 'cy' ? import('./locales/later/cy.json') : import('./locales/later/en.json')
const AccountPage = lazyWithRetry(
  () => import('./account/account-page.tsx').then((module) => module.AccountPage),
  entryWords,
  laterWords,
)
const HelpPage = lazyWithRetry(() => import('./help/help-page.tsx').then((module) => module.HelpPage), laterWords)
const AboutPage = lazyWithRetry(() => import('#web/shell/frame/about-page.tsx').then((module) => module.AboutPage))

startPortal({
  portal: 'parent',
  userType: 'parent',
  home: '/overview',
  pages: [
    { label: 'parent.overview', icon: LayoutList, to: '/overview' },
    // opens the curriculum in a dialog over the current page
    { label: 'parent.curriculum', icon: ListTree, to: '?curriculum' },
    { label: 'parent.account.title', icon: CircleUser, to: '/account' },
    { label: 'parent.help', icon: CircleHelp, to: '/help' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    { path: '/overview', element: <OverviewPage /> },
    { path: '/account', element: <AccountPage /> },
    { path: '/help', element: <HelpPage /> },
    { path: '/about', element: <AboutPage /> },
  ],
  Dialogs: CurriculumGate,
  words: [(language) => (language === 'cy' ? import('./locales/cy.json') : import('./locales/en.json'))],
})
