-- Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- Nothing but objects, most of which live to the end: `lua trees.lua N`, 2^N leaves.

local function tree(depth)
  if depth == 0 then return {} end
  return {tree(depth - 1), tree(depth - 1)}
end

local function leaves(node)
  if not node[1] then return 1 end
  return leaves(node[1]) + leaves(node[2])
end

local depth = tonumber(arg[1])
local long = tree(depth)
local sum = 0
for _ = 1, 4 do sum = sum + leaves(tree(depth - 2)) end
local names = {}
for i = 1, 1 << (depth - 2) do
  local name = "leaf " .. i
  names[name] = {i, function() return name end}
end
print(sum, leaves(long), names["leaf 1"][2]())
