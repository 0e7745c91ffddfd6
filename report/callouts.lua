-- Callouts, as both renderers are to write them: Quarto has boxes in its themes alone, and quotations without one.
-- It runs before Quarto takes callouts for its own. Raw HTML is left as it is.

local titles = {note = "Note", tip = "Tip", warning = "Warning", important = "Important",
  caution = "Caution"}

local function raw(text)
  return pandoc.RawBlock("html", text)
end

function Div(div)
  for _, class in ipairs(div.classes) do
    local kind = class:match("^callout%-(%a+)$")
    if kind and titles[kind] then
      -- The title is Markdown, so that its apostrophes are typographic.
      local title = pandoc.read(div.attributes.title or titles[kind], "markdown").blocks[1].content
      local content = div.content
      if content[1] and content[1].t == "Header" then
        title = content[1].content
        content:remove(1)
      end
      local id = div.identifier ~= "" and ' id="' .. div.identifier .. '"' or ""
      local blocks = pandoc.List({raw("<div" .. id .. ' class="callout ' .. class .. '">\n<div class="callout-header">'),
        pandoc.Plain(title), raw('</div>\n<div class="callout-body-container callout-body">')})
      blocks:extend(content)
      blocks:insert(raw("</div>\n</div>"))
      return blocks
    end
  end
end
