-- Quarto's parts that pandoc alone doesn't know: links between pages, and texts of figures.

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
