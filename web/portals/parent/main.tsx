import { House, Info } from 'lucide-react'
import { AboutPage } from '#web/shell/about-page.tsx'
import { startPortal } from '#web/shell/start-portal.tsx'
import { WelcomePage } from '#web/shell/welcome-page.tsx'

startPortal({
  portal: 'parent',
  userType: 'parent',
  home: '/overview',
  pages: [
    { label: 'shell.welcome.title', icon: House, to: '/overview' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    { path: '/overview', element: <WelcomePage /> },
    { path: '/about', element: <AboutPage /> },
  ],
  loadWords: () => Promise.resolve({ default: {} }),
})
