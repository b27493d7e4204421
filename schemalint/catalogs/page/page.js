"use strict";
(() => {
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const one = (id) => document.getElementById(id);
  const root = document.documentElement;
  const tools = all("article").map((node) => ({
    node,
    group: node.dataset.group,
    name: node.dataset.name.toLowerCase(),
    text: node.textContent.toLowerCase(),
    effect: node.dataset.effect,
    cost: Number(node.dataset.cost),
    worst: node.dataset.worst,
    refused: (node.dataset.refused || "").split(" "),
  }));
  const groups = all(".group");
  const box = one("search");
  const picks = ["group", "effect", "target", "cost", "found"].map((name) => one(`by-${name}`)).filter(Boolean);

  const fits = (tool, words, pick) =>
    words.every((word) => tool.text.includes(word)) &&
    (!pick.group || tool.group === pick.group) &&
    (!pick.effect || tool.effect === (pick.effect === "unsaid" ? "" : pick.effect)) &&
    (!pick.target || !tool.refused.includes(pick.target)) &&
    (!pick.cost || tool.cost >= Number(pick.cost)) &&
    (!pick.found || (pick.found === "any" ? tool.worst : tool.worst === pick.found));

  const filter = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const pick = Object.fromEntries(picks.map((node) => [node.id.slice(3), node.value]));
    let hits = 0;
    for (const tool of tools) {
      const fit = fits(tool, words, pick);
      hits += fit;
      if (tool.node.hidden === fit) tool.node.hidden = !fit;
    }
    for (const group of groups) group.hidden = !group.querySelector("article:not([hidden])");
    one("hits").textContent = `${hits} of ${tools.length}`;
    one("nothing").hidden = hits > 0;
  };
  box.addEventListener("input", filter);
  for (const node of picks) node.addEventListener("change", filter);

  const views = all("section.view");
  const show = (id) => {
    for (const view of views) view.hidden = view.id !== id;
    for (const link of all(".views a")) {
      if (link.hash === `#${id}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    one("bar").hidden = id !== "tools";
    one("groups").hidden = id !== "tools";
  };
  const go = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && one(id);
    const view = target ? target.closest("section.view") : views[0];
    show(view ? view.id : "tools");
    if (!target || target === view) return;
    const article = target.closest("article");
    if (article) {
      if (article.hidden) {
        box.value = "";
        for (const node of picks) node.value = "";
        filter();
      }
      article.querySelector("details").open = true;
    }
    target.scrollIntoView();
  };
  addEventListener("hashchange", go);

  const calls = {
    Arguments: (name, given) => given,
    OpenAI: (name, given) => ({
      id: "call_1",
      type: "function",
      function: { name, arguments: JSON.stringify(given) },
    }),
    Anthropic: (name, given) => ({ type: "tool_use", id: "toolu_1", name, input: given }),
    Gemini: (name, given) => ({ functionCall: { name, args: given } }),
    MCP: (name, given) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: given },
    }),
  };
  const prepared = new WeakSet();
  const prepare = (article) => {
    const pre = article.querySelector("pre.call");
    if (!pre || prepared.has(article)) return;
    prepared.add(article);
    const given = JSON.parse(pre.textContent);
    const row = document.createElement("div");
    row.className = "tabs";
    const buttons = Object.keys(calls).map((label) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.addEventListener("click", () => {
        pre.textContent = JSON.stringify(calls[label](article.dataset.name, given), null, 2);
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      });
      row.append(button);
      return button;
    });
    buttons[0].setAttribute("aria-pressed", "true");
    for (const button of buttons.slice(1)) button.setAttribute("aria-pressed", "false");
    pre.before(row);
  };
  document.addEventListener(
    "toggle",
    (event) => {
      const article = event.target.parentElement;
      if (event.target.open && article.matches("article")) prepare(article);
    },
    true,
  );

  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    /* pages from a disk may have no store */
  }
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  one("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      /* then it holds for this visit */
    }
  });

  addEventListener("keydown", (event) => {
    const typing = event.target.closest && event.target.closest("input,select,textarea");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      show("tools");
      box.focus();
    } else if (event.key === "Escape" && event.target === box) {
      box.value = "";
      filter();
    } else if (event.key === "Enter" && event.target === box) {
      const first = tools.find((tool) => !tool.node.hidden);
      if (first) location.hash = first.node.id;
    }
  });
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all("article:not([hidden])>details:not([open])");
    for (const node of closed) node.open = true;
  });
  addEventListener("afterprint", () => {
    for (const node of closed) node.open = false;
  });
  filter();
  go();
})();
