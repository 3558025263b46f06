-- Balance reads of many fans; needs KEY, SECRET and FANS (comma-separated) in the environment.
local fans = {}
for fan in string.gmatch(os.getenv("FANS"), "[^,]+") do fans[#fans + 1] = fan end
wrk.headers["Api-Key"] = os.getenv("KEY")
wrk.headers["Api-Secret"] = os.getenv("SECRET")
-- Built once: the generator shares the cores with the server.
local requests = {}
function init(args)
  for i, fan in ipairs(fans) do requests[i] = wrk.format(nil, "/api/v1/manage/fans/" .. fan .. "/balances") end
end
function request()
  return requests[math.random(#requests)]
end
