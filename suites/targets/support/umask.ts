/**
 * The umask of targets. With the usual 022, 0o777 and 0o755 would give the same permissions, and so would 0o666 and 0o644. It would not
 * show which of them a target used. With 002 they differ, and permissions that ignore the umask are visible too.
 */
const TRIED = 0o002;

/** Does something under that umask, such as starting a program, which keeps it. */
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

/** Sets it for this process, for targets that are part of it, until all holders release it. */
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

/** The umask of programs that were started under it. */
export const UMASK = TRIED;
