import { Info, ListTree, ShieldCheck } from 'lucide-react'
import { AboutPage } from '#web/shell/about-page.tsx'
import { later } from '#web/shell/later.ts'
import { SecurityPage } from '#web/shell/security-page.tsx'
import { startPortal } from '#web/shell/start-portal.tsx'
import './schemes.css'
import { closeEditors } from './current-editor.ts'
import { SaveStatus } from './save-status.tsx'
import { SchemesPage } from './schemes-page.tsx'

/** The tree with its drag and drop weighs more than the rest of the portal. */
const EditorPage = later(() => import('./editor-page.tsx').then((module) => module.EditorPage))

startPortal({
  portal: 'scheme',
  userType: 'ngo',
  home: '/overview',
  pages: [
    { label: 'author.schemes.title', icon: ListTree, to: '/overview' },
    { label: 'security.title', icon: ShieldCheck, to: '/account' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    { path: '/overview', element: <SchemesPage /> },
    { path: '/scheme/:slug/*', element: <EditorPage /> },
    { path: '/account', element: <SecurityPage /> },
    { path: '/about', element: <AboutPage /> },
  ],
  loadWords: (language) => (language === 'cy' ? import('./locales/cy.json') : import('./locales/en.json')),
  Status: SaveStatus,
  onLogout: closeEditors,
})
