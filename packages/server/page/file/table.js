// The table of a file: sorts, filters and lists, without a library. It is inlined as it stands.
(() => {
  const table = /** @type {HTMLTableElement | null} */ (document.querySelector("table.segments"));
  const tools = document.querySelector(".tools");
  if (!table || !tools) return;
  const body = /** @type {HTMLTableSectionElement} */ (table.tBodies[0]);
  const rows = [...body.rows];
  /** @param {string} name */
  const field = (name) => /** @type {HTMLInputElement} */ (tools.querySelector(`[name="${name}"]`));
  const all = field("all");
  const text = field("text");
  const state = field("state");
  const kind = field("kind");

  const filter = () => {
    const words = text.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !(
        (all.checked || row.dataset["shown"] !== undefined) &&
        (state.value === "" || row.dataset["state"] === state.value) &&
        (kind.value === "" || row.dataset["kind"] === kind.value) &&
        (row.dataset["text"] ?? "").includes(words)
      );
      if (!row.hidden) shown += 1;
    }
    const count = tools.querySelector(".shown");
    if (count) count.textContent = String(shown);
  };
  for (const control of [all, text, state, kind]) {
    control.addEventListener(control === text ? "input" : "change", filter);
  }

  /** @param {HTMLElement} row @param {string} key */
  const value = (row, key) => {
    const written = row.dataset[`${key}Value`] ?? "";
    return key === "source" ? written : Number(written);
  };
  const headers = [...table.querySelectorAll("th[aria-sort]")];
  for (const header of headers) {
    const button = header.querySelector("button");
    const key = button?.dataset["sort"] ?? "order";
    button?.addEventListener("click", () => {
      const now = header.getAttribute("aria-sort");
      const beginsDown = key === "before" || key === "after" || key === "saved";
      const isDown = now === "none" ? beginsDown : now === "ascending";
      for (const other of headers) other.setAttribute("aria-sort", "none");
      header.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      const sign = isDown ? -1 : 1;
      rows.sort((a, b) => {
        const [left, right] = [value(a, key), value(b, key)];
        if (left === right) return Number(value(a, "order")) - Number(value(b, "order"));
        return left < right ? -sign : sign;
      });
      body.append(...rows);
    });
  }
  filter();
})();
