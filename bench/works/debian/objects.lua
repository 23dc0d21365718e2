-- Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- Calls, tables, strings and closures: `lua objects.lua N`, the work grows with N.

local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end

local function words(count)
  local counts = {}
  for i = 1, count do
    local word = "word" .. (i * 7919 % 1000)
    counts[word] = (counts[word] or 0) + 1
  end
  local names = {}
  for name in pairs(counts) do names[#names + 1] = name end
  table.sort(names)
  return table.concat(names, ",")
end

local function insert(node, key)
  if not node then return {key = key} end
  local side = key < node.key and "left" or "right"
  node[side] = insert(node[side], key)
  return node
end

local function tree(count)
  local root
  for i = 1, count do root = insert(root, i * 7919 % 10007) end
  return root
end

local function accumulators(count)
  local sum = 0
  for i = 1, count do
    local add = function(n) sum = sum + n * i end
    add(i)
  end
  return sum
end

local check = 0
for _ = 1, tonumber(arg[1]) do
  check = check + fib(18) + #words(3000) + tree(1000).key + accumulators(3000)
end
print(check)
