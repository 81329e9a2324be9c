// Before the styles of components, which may change them.
import './style/font.css'
import './style/tokens.css'
import './style/base.css'
import './style/layout.css'
import './style/controls.css'
import './style/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
