-- Balance reads of many fans; needs KEY, SECRET and FANS (comma-separated) in the environment.
local fans = {}
for fan in string.gmatch(os.getenv("FANS"), "[^,]+") do fans[#fans + 1] = fan end
wrk.headers["Api-Key"] = os.getenv("KEY")
wrk.headers["Api-Secret"] = os.getenv("SECRET")
function request()
  return wrk.format(nil, "/api/v1/manage/fans/" .. fans[math.random(#fans)] .. "/balances")
end
