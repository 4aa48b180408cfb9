/** Kinds of blocks within `http` that inherit from each other. */
export const withinHttp: readonly string[] = ['http', 'server', 'location'];

/** {@link withinHttp}, with conditions of locations. */
export const withinHttpIf: readonly string[] = [...withinHttp, 'location if'];

/** {@link withinHttpIf}, with what a location says for some methods. */
export const withinHttpAndMethods: readonly string[] = [...withinHttpIf, 'limit_except'];

/** Blocks that inherit from each other. */
export const withinStream: readonly string[] = ['stream', 'stream server'];

/** Blocks of requests, and those of sessions. */
export const withinBoth: readonly string[] = [...withinHttp, ...withinStream];
