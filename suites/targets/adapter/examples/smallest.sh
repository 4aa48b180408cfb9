#!/bin/sh
# The smallest adapter: a new process of Node gets the lines of the bundle and of the run, and writes the answer.
node -p '`{"type":"hello","protocol":1,"name":"node ${process.versions.node}","version":"0.9.9","capabilities":["evaluate"],"modules":["crypto","fs","querystring","zlib"]}`'
read -r start
while read -r run; do
  case $run in '{"type":"run",'*) ;; *) exit ;; esac
  printf '%s\n%s\n' "$start" "$run" | node -e '
    console.log = () => {};
    rt = Object.freeze({ version: "0.9.9" });
    const [{ bundle }, { id, jobs }] = fs.readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const answer = (outcomes) => JSON.stringify({ type: "answer", id, outcomes }) + "\n";
    const done = (outcomes) => process.stdout.write(answer(outcomes), () => process.exit());
    // Node offers its modules as globals to the text of -e.
    for (const name of ["fs", "querystring", "zlib"]) delete globalThis[name];
    import("data:text/javascript," + encodeURIComponent(`${bundle}\nexport default evaluate`)).then((script) => script.default(jobs, done));
  ' || exit
done
