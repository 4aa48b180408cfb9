"""An adapter for a runtime that is a program of its own, here Node: each run is a new process of it."""
import json
import subprocess
import sys

RUNTIME = ["node", "--input-type=module", "-"]
# Node has no object of its own that says the version.
GLOBALS = "globalThis.rt = Object.freeze({ version: '0.9.9' });"


def say(**message):
    print(json.dumps(message), flush=True)


def outcomes_of(bundle, jobs):
    """The last line that the program prints; what scripts print comes before it."""
    call = f"evaluate({json.dumps(jobs)}, (outcomes) => process.stdout.write(`\\n${{outcomes}}`, () => process.exit()));"
    done = subprocess.run(RUNTIME, input=f"{GLOBALS}{bundle}\n{call}", stdout=subprocess.PIPE, encoding="utf-8")
    if done.returncode != 0:
        sys.exit(f"the runtime ended with status {done.returncode}")
    return done.stdout.rsplit("\n", 1)[-1]


node = subprocess.run(["node", "--version"], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.strip()
say(
    type="hello",
    protocol=1,
    name=f"node {node.lstrip('v')}",
    version="0.9.9",
    capabilities=["evaluate", "file-system", "machine"],
    modules=["crypto", "fs", "querystring", "zlib"],
)
bundle = ""
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        bundle = message["bundle"]
    elif message["type"] == "run":
        say(type="answer", id=message["id"], outcomes=outcomes_of(bundle, message["jobs"]))
    else:
        break
