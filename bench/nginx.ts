import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#db/embedded.ts'
import { until } from '#e2e/prove/until.ts'

/** Starts nginx, which must be installed, before the servers at these ports, and returns its own port. */
export async function startNginx(serverPorts: readonly number[]): Promise<{ port: number; stop: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'rungs-nginx-'))
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir};`)
  // as deploy/nginx/rungs.conf, without TLS
  await writeFile(
    join(dir, 'nginx.conf'),
    `daemon off; pid ${dir}/pid; error_log stderr crit; ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 1024; }
     http {
       access_log off; ${temporary.join(' ')}
       upstream rungs { ${serverPorts.map((server) => `server 127.0.0.1:${server};`).join(' ')} keepalive 32; }
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass http://rungs; proxy_http_version 1.1;
           proxy_set_header Connection ""; proxy_set_header Host $host;
         }
       }
     }`,
  )
  const nginx = spawn('nginx', ['-p', dir, '-c', join(dir, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Debian has it where only root looks
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
  })
  const ended = once(nginx, 'exit')
  await until('nginx answers', async () => {
    if (nginx.exitCode !== null) throw new Error('nginx ended at its start')
    return fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    port,
    stop: async () => {
      nginx.kill('SIGTERM')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}
