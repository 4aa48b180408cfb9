/** Blocks that inherit from each other. */
export const withinStream: readonly string[] = ['stream', 'stream server'];
