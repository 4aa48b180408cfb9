/**
 * What the system takes from the permissions of all that targets make. The usual 022 would make 0o777 and 0o755 the same, and 0o666 and
 * 0o644: it would not show which of them a target made something with. Under 002 they differ, and permissions that heed no umask do, too.
 */
const TRIED = 0o002;

/** Does something under that umask, such as to start a program, which keeps it. */
export function underUmask<T>(work: () => T): T {
  const own = process.umask(TRIED);
  try {
    return work();
  } finally {
    process.umask(own);
  }
}

let holders = 0;
let own = 0;

/** Has this process itself work under it, for targets that are part of it, until all who hold it let go. */
export function holdUmask(): () => void {
  if (holders === 0) own = process.umask(TRIED);
  holders += 1;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holders -= 1;
    if (holders === 0) process.umask(own);
  };
}

/** Of programs that were started under it. */
export const UMASK = TRIED;
