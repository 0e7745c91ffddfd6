-- Quarto's parts that pandoc alone doesn't know: callouts, and links between pages.

local titles = {note = "Note", tip = "Tip", warning = "Warning", important = "Important",
  caution = "Caution"}

function Div(div)
  for _, class in ipairs(div.classes) do
    local kind = class:match("^callout%-(%a+)$")
    if kind and titles[kind] then
      local title = div.attributes.title or titles[kind]
      div.attributes.title = nil
      local first = div.content[1]
      if first and first.t == "Header" then
        title = first.content
        div.content:remove(1)
      end
      return pandoc.Div({
        pandoc.Div({pandoc.Plain(title)}, pandoc.Attr("", {"callout-header"})),
        pandoc.Div(div.content, pandoc.Attr("", {"callout-body-container", "callout-body"})),
      }, pandoc.Attr(div.identifier, {"callout", class}))
    end
  end
end

function Link(link)
  if not link.target:match("^%a+:") then
    link.target = link.target:gsub("%.qmd", ".html", 1)
  end
  return link
end

function Image(image)
  if image.attributes["fig-alt"] then
    image.attributes.alt = image.attributes["fig-alt"]
    image.attributes["fig-alt"] = nil
  end
  return image
end
