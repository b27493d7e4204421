// What the npm packages say: the same as oracle_answers.py, for `mcp tool`, `mcp answer` and `openai strict`.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const modules = join(folder, "node_modules");
const mcp = await import(pathToFileURL(join(modules, "@modelcontextprotocol/sdk/dist/esm/types.js")));
const openai = createRequire(join(folder, "package.json"))("openai/lib/transform.js");

function sortedSets(value, key) {
  if (Array.isArray(value)) {
    const names = ["required", "type"].includes(key) && value.every((one) => typeof one === "string");
    return names ? [...value].sort() : value.map((one) => sortedSets(one));
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, sub]) => [name, sortedSets(sub, name)]));
}

const kinds = {
  "mcp tool": (tool) => mcp.ToolSchema.parse(tool),
  "mcp answer": (answer) => mcp.ListToolsResultSchema.parse(answer),
  "openai strict": (schema) => {
    const after = openai.toStrictJsonSchema(schema);
    return isDeepStrictEqual(sortedSets(schema), sortedSets(after)) ? undefined : { changed: JSON.stringify(after) };
  },
};

function answer(kind, value) {
  try {
    const found = kinds[kind](value);
    return found && found.changed !== undefined ? ["changed", found.changed] : ["accepted", ""];
  } catch (error) {
    return ["refused", String(error.message)];
  }
}

const questions = JSON.parse(readFileSync(0, "utf8"));
const answers = {};
for (const [kind, own] of Object.entries(questions)) {
  answers[kind] = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, answer(kind, value)]));
}
process.stdout.write(JSON.stringify(answers));
