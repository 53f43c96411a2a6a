// The parts of the shop on a local database, as `npm run dev` starts them.
const PARTS = ["database", "api", "page", "mail"];

for (const [index, part] of PARTS.entries()) {
  console.log(`[${part}] listening on port ${4000 + index}`);
}
console.log("[api] routes: GET /orders/:id, POST /orders, GET /products, GET /customers/:id");
console.log("[api] warning: SPRING15 on 4990 cents gives 748, the bookkeeping expects 749");
console.log("ready");
// Until somebody stops it.
setInterval(() => {}, 1000);
