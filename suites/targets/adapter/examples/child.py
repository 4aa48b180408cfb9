"""An adapter for a runtime that is a program of its own, here Node: each run is a new process of it."""
import json
import subprocess
import sys

RUNTIME = ["node", "--input-type=module", "-"]
# Node has no object of its own that says the version.
GLOBALS = "globalThis.rt = Object.freeze({ version: '0.9.9' });"


def say(**message):
    print(json.dumps(message), flush=True)


def ran(script, *arguments):
    """The process of a script, once it has ended. A crash of the runtime ends the adapter."""
    done = subprocess.run([*RUNTIME, *arguments], input=GLOBALS + script, capture_output=True, encoding="utf-8")
    if done.returncode < 0:
        sys.exit(f"the runtime was ended by signal {-done.returncode}")
    return done


def outcomes_of(start, jobs):
    """The last line that the program prints; the output of scripts comes before it."""
    call = f"evaluate({json.dumps(jobs)}, (outcomes) => process.stdout.write(`\\n${{outcomes}}`, () => process.exit()));"
    done = ran(f"{start['bundle']}\n{call}", *start.get("arguments", []))
    if done.returncode != 0:
        sys.exit(f"the runtime ended with status {done.returncode}: {done.stderr}")
    return done.stdout.rsplit("\n", 1)[-1]


node = subprocess.run(["node", "--version"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.strip()
say(
    type="hello",
    protocol=1.1,
    name=f"node {node.lstrip('v')}",
    version="0.9.9",
    capabilities=["evaluate", "file-system", "machine", "arguments", "command-line"],
    modules=["crypto", "fs", "querystring", "zlib"],
)
start = {}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        start = message
    elif message["type"] == "run":
        say(type="answer", id=message["id"], outcomes=outcomes_of(start, message["jobs"]))
    elif message["type"] == "program":
        done = ran(message["script"])
        say(type="printed", id=message["id"], stdout=done.stdout, stderr=done.stderr, status=done.returncode)
    else:
        break
