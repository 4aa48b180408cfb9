/** Creates FIFOs and devices, which Node itself cannot. */
import { execFile } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { promisify } from 'node:util';

/** A FIFO, or a device with these numbers. */
export interface NodeToMake {
  /** Its temporary name before it is moved: letters and digits, unique in the folder. */
  readonly name: string;
  readonly device?: { readonly kind: 'character' | 'block'; readonly major: number; readonly minor: number };
}

/**
 * Creates all nodes in one program, since starting one takes longer than the rest of a fixture. Their temporary names are plain, since
 * Node's command lines cannot have paths with bytes that are no UTF-8. A node that cannot be created is missing then.
 */
export async function makeNodes(nodes: readonly NodeToMake[], folder: string): Promise<void> {
  if (nodes.length === 0) return;
  const fifos: string[] = [];
  const commands: string[] = [];
  for (const { name, device } of nodes) {
    if (device === undefined) fifos.push(name);
    else commands.push(`mknod ${name} ${device.kind === 'block' ? 'b' : 'c'} ${device.major} ${device.minor}`);
  }
  if (fifos.length > 0) commands.push(`mkfifo ${fifos.join(' ')}`);
  try {
    await promisify(execFile)('/bin/sh', ['-c', commands.join('\n')], { cwd: folder });
  } catch {
    // What is missing shows it: all others are there.
  }
}

/** @throws Error if no node has that name, or it cannot be moved */
export function moveNode({ name }: NodeToMake, folder: string, path: Buffer): void {
  const made = `${folder}/${name}`;
  if (!existsSync(made)) throw new Error('the FIFO or device cannot be created');
  renameSync(made, path);
}
