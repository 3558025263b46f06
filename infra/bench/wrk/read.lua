-- Reads of many paths; needs KEY and PATHS (a file with one path a line) in the environment, and SECRET for those that want it.
wrk.headers["Api-Key"] = os.getenv("KEY")
if os.getenv("SECRET") ~= "" then wrk.headers["Api-Secret"] = os.getenv("SECRET") end
-- Built once: the generator shares the cores with the server.
local requests = {}
function init(args)
  for path in io.lines(os.getenv("PATHS")) do requests[#requests + 1] = wrk.format(nil, path) end
end
function request()
  return requests[math.random(#requests)]
end
