import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './style/tokens.css'
import './style/base.css'
import './style/layout.css'
import './style/controls.css'
import './style/popovers.css'
import './style/figures.css'
import './style/pages.css'
import './style/print.css'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
