import * as m from './e2e/prove/mutations.ts'
import { readFileSync } from 'node:fs'
for (const v of Object.values(m)) if (Array.isArray(v)) for (const x of v as any[]) { let s=''; try { s = readFileSync(x.file, 'utf8') } catch {} if (!s.includes(x.find)) console.log('MISSING', x.file, '|', x.find) }
