import { describe, expect, it } from "vitest";

/**
 * Calls every function that a package exports with what it does not take. The answer has to be the
 * package's own error or, where a row says so, a result; never another error and never silence.
 */

const fails = (): never => {
  throw new RangeError("of the caller's own object");
};

/** What no function is made for; made anew for each call. */
const WRONG = {
  undefined: () => undefined,
  null: () => null,
  number: () => 5,
  text: () => "x",
  symbol: () => Symbol("\u001b"),
  array: () => [],
  mixed: () => [null, 5, "x", undefined, {}],
  empty: () => ({}),
  function: () => () => undefined,
  misspelt: () => ({ maxByte: 1 }),
  proxy: () =>
    new Proxy(
      {},
      {
        get: fails,
        has: fails,
        ownKeys: fails,
        getOwnPropertyDescriptor: fails,
        getPrototypeOf: fails,
      },
    ),
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
} satisfies Readonly<Record<string, () => unknown>>;

type WrongName = keyof typeof WRONG;

/** How one function is called. */
interface WrongArgumentsRow {
  /** One call for each place of an argument, the other places being right; none for what checks nothing. */
  readonly places: readonly ((wrong: never) => unknown)[];
  /** What is answered with a result after all, in each place: "all" for what takes anything. */
  readonly takes?: readonly (readonly WrongName[] | "all")[];
  /** Codes beside `invalid_argument` and `invalid_option`. */
  readonly codes?: readonly string[];
  /** The call with further options beside the right ones, if it has any. */
  readonly options?: (more: never) => unknown;
  /** The code for an option that does not exist. */
  readonly unknownCode?: string;
  /** It gives a promise, and so rejects and never throws. */
  readonly rejects?: true;
}

interface Suite {
  readonly isOwnError: (value: unknown) => value is Error & { readonly code: string };
  /** What each entry of the package exports. */
  readonly entries: Readonly<Record<string, object>>;
  /** By `entry function`; further names stand for methods of what a function returns. */
  readonly rows: Readonly<Record<string, WrongArgumentsRow>>;
  /** What the package says that it does not guard against. */
  readonly unguarded?: readonly WrongName[];
}

interface Answer {
  readonly how: "returned" | "threw" | "rejected";
  readonly value: unknown;
}

async function answerTo(call: () => unknown): Promise<Answer> {
  let returned: unknown;
  try {
    returned = call();
  } catch (value) {
    return { how: "threw", value };
  }
  try {
    return { how: "returned", value: await returned };
  } catch (value) {
    return { how: "rejected", value };
  }
}

/** The right options with further ones, which may be getters. */
export function withMore<Options extends object>(right: Options, more: object): Options {
  return Object.defineProperties({ ...right }, Object.getOwnPropertyDescriptors(more));
}

/** Registers the tests of one package. */
export function describeWrongArguments({ isOwnError, entries, rows, unguarded = [] }: Suite): void {
  const expectRefusal = (answer: Answer, codes: readonly string[], rejects?: true): string => {
    expect(answer.how).toBe(rejects ? "rejected" : "threw");
    if (!isOwnError(answer.value))
      throw new Error("not the package's error", { cause: answer.value });
    expect(codes).toContain(answer.value.code);
    expect(answer.value.message).not.toMatch(/\p{Cc}/u);
    return answer.value.message;
  };

  it("has a row for every function that is exported", () => {
    const names = Object.entries(entries).flatMap(([entry, exported]) =>
      Object.entries(exported)
        .filter(([, value]) => typeof value === "function" && !("isInstance" in value))
        .map(([name]) => `${entry} ${name}`),
    );
    expect(names.filter((name) => !(name in rows))).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });

  const checked = Object.entries(rows).filter(([, { places }]) => places.length > 0);
  describe.each(checked)("%s", (_, row) => {
    const {
      places,
      takes = [],
      codes = [],
      options,
      unknownCode = "invalid_option",
      rejects,
    } = row;
    const expected = ["invalid_argument", unknownCode, ...codes];
    it.each(
      places.flatMap((_, place) =>
        (Object.keys(WRONG) as WrongName[])
          .filter((name) => !unguarded.includes(name))
          .map((name) => [place + 1, name] as const),
      ),
    )("argument %i: %s", async (position, name) => {
      const answer = await answerTo(() => places[position - 1]?.(WRONG[name]() as never));
      const taken = takes[position - 1] ?? [];
      if (taken === "all" || taken.includes(name)) {
        expect(answer, String(answer.value)).toMatchObject({ how: "returned" });
      } else expectRefusal(answer, expected, rejects);
    });

    if (options === undefined) return;
    it("refuses an option that does not exist and names it, cut and without controls", async () => {
      const refused = await answerTo(() => options({ "maxByt\u001b\u202e": 1 } as never));
      const message = expectRefusal(refused, [unknownCode], rejects);
      expect(message).toContain("maxByt");
      expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      const long = await answerTo(() => options({ ["x".repeat(100_000)]: 1 } as never));
      expect(expectRefusal(long, [unknownCode], rejects).length).toBeLessThan(1000);
    });

    it("takes an unknown option that is undefined for none, and hands on no error of a getter", async () => {
      const absent = await answerTo(() => options({ maxByte: undefined } as never));
      expect(absent, String(absent.value)).toMatchObject({ how: "returned" });
      const getter = Object.defineProperty({}, "maxByte", { enumerable: true, get: fails });
      expectRefusal(await answerTo(() => options(getter as never)), expected, rejects);
    });
  });
}
