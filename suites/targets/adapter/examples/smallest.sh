#!/bin/sh
# The smallest adapter: a new process of Node gets the lines of the bundle and of the run, and writes the answer.
echo '{"type":"hello","protocol":1,"name":"node","version":"0.9.9","capabilities":["evaluate"],"modules":[]}'
read -r start
while read -r run; do
  case $run in '{"type":"run",'*) ;; *) exit ;; esac
  printf '%s\n%s\n' "$start" "$run" | node -e '
    console.log = () => {};
    const [{ bundle }, { id, jobs }] = fs.readFileSync(0, "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const answer = (outcomes) => JSON.stringify({ type: "answer", id, outcomes }) + "\n";
    const done = (outcomes) => process.stdout.write(answer(outcomes), () => process.exit());
    vm.runInThisContext(`${bundle}\nevaluate`)(jobs, done);
  ' || exit
done
