import { describe, expect, test } from "vitest";
import type { Observation } from "../../src/index.ts";
import { observeShell } from "../../src/profiles/internal/shell/observe-shell.ts";

const HERE = { path: undefined, isKnown: true };

function observe(
  command: string | readonly string[],
  text = "text",
  isCut = false,
): readonly Observation[] {
  return observeShell(command, HERE, { text, isCut });
}

/** A read of a part that can be compared. */
function read(path: string, rangeKey?: string): object {
  return expect.objectContaining({
    kind: "read",
    path,
    compareText: "text",
    ...(rangeKey === undefined ? {} : { rangeKey }),
  });
}

function lines(path: string, first: number, count?: number): Observation {
  return {
    kind: "read",
    path,
    startLine: first,
    ...(count === undefined ? {} : { limit: count }),
    compareText: "text",
    rangeKey: `${first}+${count ?? ""}`,
  };
}

describe("one file", () => {
  test.each([
    "cat a.ts",
    "cat -- a.ts",
    "cat -u a.ts",
    "cat 'a.ts'",
    "cat a.ts 2>/dev/null",
    "cat a.ts 2>&1",
    "sleep 2; cat a.ts",
    "true && cat a.ts",
    "cat a.ts | cat",
    "tail -n +1 a.ts",
    "sed -n '1,$p' a.ts",
  ])("whole: %s", (script) => {
    expect(observe(script)).toEqual([{ kind: "read", path: "a.ts", compareText: "text" }]);
  });

  test.each<[string, number, number | undefined]>([
    ["sed -n 10,24p a.ts", 10, 15],
    ["sed -n '10,24p' a.ts", 10, 15],
    [`sed -n "10,24p" a.ts`, 10, 15],
    ["sed -ne 10,24p a.ts", 10, 15],
    ["sed -n -e 10,24p a.ts", 10, 15],
    ["sed --quiet 10,24p a.ts", 10, 15],
    ["sed -n 10p a.ts", 10, 1],
    ["sed -n '10,+4p' a.ts", 10, 5],
    ["sed -n '10,$p' a.ts", 10, undefined],
    ["sed -n '24,10p' a.ts", 24, 1],
    ["head a.ts", 1, 10],
    ["head -50 a.ts", 1, 50],
    ["head -n 50 a.ts", 1, 50],
    ["head -n50 a.ts", 1, 50],
    ["head --lines=50 a.ts", 1, 50],
    ["tail -n +10 a.ts", 10, undefined],
    ["tail -n +10 a.ts | head -5", 10, 5],
    ["cat a.ts | head -50", 1, 50],
    ["cat a.ts | sed -n 10,24p", 10, 15],
    ["cat a.ts | tail -n +10", 10, undefined],
  ])("lines: %s", (script, first, count) => {
    expect(observe(script)).toEqual([lines("a.ts", first, count)]);
  });

  test.each([
    "head -c 100 a.ts",
    "head -100 a.ts | tail -n +90 | head -5",
    "sed -n '1,5p;10,15p' a.ts",
    "sed -n '1,5p;5q' a.ts",
    "cat -A a.ts",
    "nl a.ts",
    "cat a.ts | sed 's/^/> /'",
    "tail -c +10 a.ts",
    "sed -n 1,5p a.ts && sed -n 7,9p a.ts",
    "head -5 a.ts; cat a.ts",
  ])("a fixed part: %s", (script) => {
    const [observation] = observe(script);
    expect(observation).toEqual({
      kind: "read",
      path: "a.ts",
      compareText: "text",
      rangeKey: expect.any(String),
    });
    expect(observe(`${script} 2>/dev/null`)).toEqual([observation]);
    expect(observe(script, "other")).toEqual([{ ...observation, compareText: "other" }]);
  });

  test.each([
    "tail a.ts",
    "tail -20 a.ts",
    "tail -n 20 a.ts",
    "tail -c 100 a.ts",
    "head -n -5 a.ts",
    "sed -n '$p' a.ts",
    "cat a.ts | tail -5",
  ])("the end of a file, of which another time nothing may be left: %s", (script) => {
    expect(observe(script)).toEqual([{ kind: "read", path: "a.ts" }]);
  });

  test.each([
    ["nl -ba a.ts", "     1\tlet a;\n     2\t\n     3\tlet b;\n", "let a;\n\nlet b;", undefined],
    ["cat -n a.ts", "     1\tlet a;\n", "let a;", undefined],
    ["nl -ba a.ts | sed -n 9,10p", "     9\tlet a;\n    10\tlet b;\n", "let a;\nlet b;", "9+2"],
    ["cat -n a.ts | head -1", "     1\tlet a;\n", "let a;", "1+1"],
  ])("with numbers: %s", (script, text, compareText, rangeKey) => {
    expect(observe(script, text)).toEqual([
      expect.objectContaining({
        kind: "read",
        path: "a.ts",
        compareText,
        ...(rangeKey === undefined ? {} : { rangeKey }),
      }),
    ]);
  });

  test.each([
    ["cat -n a.ts", "let a;"],
    ["cat -n a.ts", "     2\tlet a;"],
    ["cat -n a.ts", "     1\tlet a;\nmore"],
    ["nl -ba a.ts | sed -n 9,10p", "     1\tlet a;"],
  ])("numbers that aren't those: %s", (script, text) => {
    expect(observe(script, text)).toEqual([]);
  });

  test("numbers that count the lines of a part are no numbers of the file", () => {
    const [read] = observe("sed -n 5,9p a.ts | nl -ba", "     1\tlet a;");
    expect(read).toMatchObject({ kind: "read", path: "a.ts", compareText: "1\tlet a;" });
    expect(read).not.toHaveProperty("startLine");
  });
});

describe("where", () => {
  test.each([
    ["cd x && cat a.ts", undefined, "x/a.ts"],
    ["cd x && cat ./a.ts", undefined, "x/a.ts"],
    ["cd ./x/ && cat a.ts", undefined, "./x/a.ts"],
    ["cd x && cd y && cat a.ts", undefined, "x/y/a.ts"],
    ["cd /x && cat a.ts", "/repo", "/x/a.ts"],
    ["cd x && cat /a.ts", undefined, "/a.ts"],
    ["cd x && cat ~/a.ts", undefined, "~/a.ts"],
    ["cd x && cat ../a.ts", undefined, "x/../a.ts"],
    ["cat a.ts", "/repo", "/repo/a.ts"],
    ["cat a.ts", "/repo/", "/repo/a.ts"],
    ["cat a.ts", "/", "/a.ts"],
    ["cat a.ts", ".", "a.ts"],
    ["cat ./a.ts", undefined, "./a.ts"],
    ["cat C:/a.ts", "/repo", "C:/a.ts"],
    ["cd x\ncat /a.ts", undefined, "/a.ts"],
  ])("%j in %s", (script, path, expected) => {
    const observations = observeShell(
      script,
      { path, isKnown: true },
      { text: "text", isCut: false },
    );
    expect(observations).toEqual([{ kind: "read", path: expected, compareText: "text" }]);
  });

  test.each([
    "cd x; cat a.ts",
    "cd x\ncat a.ts",
    "cd - && cat a.ts",
    "cd && cat a.ts",
    "cd x y && cat a.ts",
  ])("not certain: %j", (script) => {
    expect(observe(script)).toEqual([]);
  });

  test("where a shell lives on, a relative path may be another file each time", () => {
    const observeThere = (script: string) =>
      observeShell(script, { path: undefined, isKnown: false }, { text: "text", isCut: false });
    expect(observeThere("cat a.ts")).toEqual([{ kind: "read", path: "a.ts" }]);
    expect(observeThere("cd x && cat a.ts")).toEqual([{ kind: "read", path: "x/a.ts" }]);
    expect(observeThere("cat /a.ts")).toEqual([read("/a.ts")]);
    expect(observeThere("cd /x && cat a.ts")).toEqual([read("/x/a.ts")]);
  });
});

describe("several files", () => {
  test.each([
    "cat a.ts b.ts",
    "cat a.ts && cat b.ts",
    "cat a.ts; cat b.ts",
    "cat a.ts; echo ---; cat b.ts",
    "head -5 a.ts b.ts",
    "sed -n 1,5p a.ts b.ts",
    "sed -n 1,5p a.ts && sed -n 7,9p a.ts && cat b.ts",
    "cat a.ts b.ts | head -100",
  ])("%s", (script) => {
    // Where one ends and the next begins can't be told: nothing to compare.
    expect(observe(script)).toEqual([
      { kind: "read", path: "a.ts" },
      { kind: "read", path: "b.ts" },
    ]);
  });

  test("one with other words around it, or with its end", () => {
    expect(observe("echo '=== a.ts' && cat a.ts")).toEqual([{ kind: "read", path: "a.ts" }]);
    expect(observe("head -5 a.ts && echo --- && head -9 a.ts")).toEqual([
      { kind: "read", path: "a.ts" },
    ]);
    expect(observe("head -5 a.ts && tail -5 a.ts")).toEqual([{ kind: "read", path: "a.ts" }]);
  });
});

describe("searches", () => {
  test.each([
    ["rg -n reserve src", "reserve"],
    ["rg -n -g '*.ts' reserve src", "reserve"],
    ["rg -A 3 reserve", "reserve"],
    ["rg -e reserve src", "reserve"],
    ["rg --files -g '*.md'", "--files"],
    ["grep -rn 'a b' src | head -20", "a b"],
    ["grep -n -- -x a.ts", "-x"],
    ["egrep 'a|b' a.ts", "a|b"],
    ["cat a.ts | grep -n foo", "foo"],
    ["find . -name '*.ts' -type f", "*.ts"],
    ["find src test -maxdepth 2", "src"],
    ["find . -name x -o -name y | sort | head -5", "x"],
    ["find . -type f | sed 's#^./##'", "."],
    ["ls", "."],
    ["ls -la src", "src"],
    ["ls *.ts", "*.ts"],
    ["cd x && rg reserve", "reserve"],
    ["cd x; rg reserve", "reserve"],
    ["echo files; ls src", "src"],
    ["rg reserve src | sort | uniq -c | sort -rn", "reserve"],
    ["rg -l reserve | wc -l", "reserve"],
    ["rg reserve src 2>/dev/null", "reserve"],
  ])("%s", (script, pattern) => {
    expect(observe(script)).toEqual([
      {
        kind: "search",
        pattern,
        argumentsKey: expect.any(String),
        matchesKey: "text",
        paths: expect.any(Array),
      },
    ]);
  });

  const keyOf = (script: string, path?: string): unknown => {
    const directory = { path, isKnown: true };
    const [search] = observeShell(script, directory, { text: "text", isCut: false });
    return search?.kind === "search" ? search.argumentsKey : undefined;
  };

  test("the same however it is quoted and spaced", () => {
    expect(keyOf("rg 'reserve' src")).toBe(keyOf(`rg  "reserve"   src`));
    expect(keyOf("rg '*' src")).not.toBe(keyOf("rg * src"));
  });

  test("another with other words, filters or places", () => {
    const scripts = ["rg a src", "rg a lib", "rg -n a src", "rg a src | head", "grep a src"];
    const keys = new Set(scripts.map((script) => keyOf(script)));
    keys.add(keyOf("rg a src", "/repo")).add(keyOf("cd x && rg a src"));
    expect(keys.size).toBe(scripts.length + 2);
  });

  test.each([
    ["rg -n a src", "src/a.ts:7:let a;\nsrc/b.ts:9:a();\nsrc/a.ts-8-\n", ["src/a.ts", "src/b.ts"]],
    ["rg -l a src", "src/a.ts\nsrc/b.ts\n", ["src/a.ts", "src/b.ts"]],
    ["grep -n a src/a.ts", "7:let a;\n9:a(1, 2);\n", ["src/a.ts"]],
    ["cd x && grep -n a a.ts", "7:let a;\n", ["x/a.ts"]],
    ["find . -name '*.ts'", "./a.ts\n./b c.ts\n", ["./a.ts"]],
  ])("the files of %s", (script, text, paths) => {
    expect(observe(script, text)).toEqual([expect.objectContaining({ paths })]);
  });
});

describe("a command that may write, or isn't known, is not observed", () => {
  test.each([
    "sed -i s/a/b/ a.ts",
    "sed -n -i 1,5p a.ts",
    "sed --in-place s/a/b/ a.ts",
    "sed s/a/b/ a.ts > b.ts",
    "sed -n '1,5w out' a.ts",
    "sed -n '1p;w out' a.ts",
    "sed -n '1e date' a.ts",
    "sed -n -f x.sed a.ts",
    "cat a.ts | sed 's/a/b/w out'",
    "cat a.ts | sed 's/a/b/e'",
    "sed s/a/b/ a.ts",
    "sed -n 0,5p a.ts",
    "sed -n '/a/,/b/p' a.ts",
    "cat a.ts > b.ts",
    "cat a.ts | tee b.ts",
    "cat <<EOF > a.ts\nx\nEOF",
    "cat a.ts | sh",
    "cat a.ts | xargs rm",
    "git checkout a.ts",
    "git status -s",
    "prettier --write a.ts",
    "node scripts/check.js",
    "find . -name x -exec rm {} +",
    "find . -name x -delete",
    "find . -fprint out",
    "find . -ok rm {} +",
    "rg --pre ./run a",
    "rg --pre=./run a",
    "rg --hostname-bin=./run a",
    "cat a.ts | sort -o b.ts",
    "cat a.ts | sort --compress-program=./run",
    "cat a.ts | uniq - b.ts",
    "printf -v X a && cat a.ts",
    "LC_ALL=C cat a.ts",
    "sudo cat a.ts",
    "./cat a.ts",
    "cat",
    "cat -",
    "cat a.ts -",
    "cat *.ts",
    "cat '~/a.ts'",
    "cat --weird a.ts",
    "head -n x a.ts",
    "tail -f a.log",
    "tail --follow a.log",
    "wc -l a.ts",
    "cat a.ts | wc -l",
    "cat a.ts | cut -c1-10",
    "cat a.ts; rm b.ts",
    "cat a.ts && npm test",
    "cat a.ts; ls src",
    "rg a src; rg b src",
    "ls src && cat a.ts",
    "echo hello",
    "sleep 1",
    "cd x",
    "if true; then cat a.ts; fi",
    "while true; do cat a.ts; done",
    "! cat a.ts",
    "eval 'cat a.ts'",
    "time cat a.ts",
    "alias cat=rm; cat a.ts",
    "cat src\\a.ts",
    "",
  ])("%j", (script) => {
    expect(observe(script)).toEqual([]);
  });
});

describe("words in place of a script", () => {
  const whole = (path: string) => [{ kind: "read", path, compareText: "text" }];
  test.each<[readonly string[], readonly object[]]>([
    [["cat", "a b.ts"], whole("a b.ts")],
    [["cat", "*.ts"], whole("*.ts")],
    [["bash", "-lc", "cat a.ts"], whole("a.ts")],
    [["/bin/sh", "-c", "cat a.ts"], whole("a.ts")],
    [["cat", "~/a.ts"], []],
    [["bash", "script.sh"], []],
    [["bash", "-lc"], []],
    [["bash", "-lc", "cat a.ts", "more"], []],
    [["bash", "-lc", "cat a.ts > b.ts"], []],
    [["powershell.exe", "-Command", "cat a.ts"], []],
    [[], []],
  ])("%j", (command, expected) => {
    expect(observe(command)).toEqual(expected);
  });
});

describe("output that says that something went wrong", () => {
  test.each([
    ["cat a.ts | head", "cat: a.ts: No such file or directory"],
    ["cat a.ts", "cat: a.ts: Is a directory\n"],
    ["sed -n 1,5p a.ts", "sed: can't read a.ts: No such file or directory"],
    ["head -5 a.ts b.ts", "==> a.ts <==\nlet a;\nhead: cannot open 'b.ts' for reading"],
    ["rg a src nowhere", "src/a.ts:1:a\nrg: nowhere: No such file or directory (os error 2)"],
    ["find / -name a", "/a\nfind: '/root': Permission denied"],
    ["cat a.ts", "bash: line 1: cat: command not found"],
    ["cd x && cat a.ts", "zsh:cd:1: no such file or directory: x"],
    ["cat a.ts 2>/dev/null | head", ""],
    ["cat a.ts", "(no output)"],
    ["rg a", "(Bash completed with no output)"],
    ["cat a.ts", "The user rejected permission to use this specific tool call."],
  ])("%s", (script, text) => {
    expect(observe(script, text)).toEqual([]);
  });
});

test("output that was cut shows a part that nobody knows", () => {
  expect(observe("cat a.ts", "text", true)).toEqual([{ kind: "read", path: "a.ts" }]);
  expect(observe("sed -n 1,900p a.ts", "text", true)).toEqual([{ kind: "read", path: "a.ts" }]);
});

test("escape sequences, carriage returns and blank ends make no difference", () => {
  expect(observe("cat a.ts", "\n \u001b[31mtext\u001b[0m\r\n\n")).toEqual(observe("cat a.ts"));
});
