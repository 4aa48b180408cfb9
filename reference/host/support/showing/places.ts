import type { Session } from 'node:inspector';
import { getBuiltinModule } from 'node:process';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';

/** A position in a source, counted from 1, with columns in UTF-16 units. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

export interface SourcePosition extends LineAndColumn {
  readonly path: string;
}

/** Frames of an error that are recorded. */
const frames = 50;

/** Handles of the engine that are released together. */
const objectGroup = 'thrown';

/**
 * Finds where errors were thrown although scripts see no frames: the engine records them for its inspector, whose messages contain only
 * text and numbers. No debugger is started, and no port opened.
 */
export class ErrorPositions {
  readonly #session: Session;
  readonly #isScript: (path: string) => boolean;
  /** The value in question, where the engine's inspector can reach it. */
  readonly #holder: { thrown: unknown } = { thrown: undefined };
  readonly #holderId: string;

  private constructor(session: Session, isScript: (path: string) => boolean) {
    this.#session = session;
    this.#isScript = isScript;
    this.#ask('Runtime.enable');
    this.#ask('Runtime.setMaxCallStackSizeToCapture', { size: frames });
    this.#holderId = this.#handleOf(this.#holder);
  }

  /** `undefined` if this Node was built without an inspector. */
  static async open(isScript: (path: string) => boolean): Promise<ErrorPositions | undefined> {
    try {
      const { Session } = getBuiltinModule('node:inspector');
      const session = new Session();
      session.connect();
      return new ErrorPositions(session, isScript);
    } catch {
      return undefined;
    }
  }

  /** The position in a script where an error was made; for an error of a built-in function, the position of its call. */
  of(thrown: unknown): SourcePosition | undefined {
    // The engine records nothing for other values.
    if (!types.isNativeError(thrown)) return undefined;
    const callFrames = field(field(this.#detailsOf(thrown), 'stackTrace'), 'callFrames');
    const places = Array.isArray(callFrames) ? callFrames.map(placeOfFrame) : [];
    return places.find((place) => place !== undefined && this.#isScript(place.path));
  }

  /** The position of a mistake in a script that was being compiled or linked; the engine does not report the file. */
  ofMistake(error: unknown): LineAndColumn | undefined {
    return positionIn(this.#detailsOf(error));
  }

  close(): void {
    this.#session.disconnect();
  }

  #detailsOf(thrown: unknown): unknown {
    const functionDeclaration = 'function () { return this.thrown; }';
    this.#holder.thrown = thrown;
    try {
      const call = { objectId: this.#holderId, functionDeclaration, objectGroup };
      const errorObjectId = field(field(this.#ask('Runtime.callFunctionOn', call), 'result'), 'objectId');
      return field(this.#ask('Runtime.getExceptionDetails', { errorObjectId }), 'exceptionDetails');
    } finally {
      this.#holder.thrown = undefined;
      this.#ask('Runtime.releaseObjectGroup', { objectGroup });
    }
  }

  /** The host's global object, which scripts cannot reach, has this name only for a moment. */
  #handleOf(value: object): string {
    const name = 'srvspecHolder';
    Object.defineProperty(globalThis, name, { value, configurable: true });
    const id = field(field(this.#ask('Runtime.evaluate', { expression: name }), 'result'), 'objectId');
    Reflect.deleteProperty(globalThis, name);
    if (typeof id !== 'string') throw new Error('the inspector returned no handle');
    return id;
  }

  /** The inspector of the own thread answers synchronously. */
  #ask(method: string, parameters: object = {}): unknown {
    let answer: unknown;
    this.#session.post(method, parameters, (_, result) => {
      answer = result;
    });
    return answer;
  }
}

function placeOfFrame(frame: unknown): SourcePosition | undefined {
  const [url, position] = [field(frame, 'url'), positionIn(frame)];
  if (typeof url !== 'string' || position === undefined) return undefined;
  return { path: url.startsWith('file:') ? fileURLToPath(url) : url, ...position };
}

/** The inspector counts from 0. */
function positionIn(one: unknown): LineAndColumn | undefined {
  const [line, column] = [field(one, 'lineNumber'), field(one, 'columnNumber')];
  return typeof line === 'number' && typeof column === 'number' ? { line: line + 1, column: column + 1 } : undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
