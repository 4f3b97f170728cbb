"""What mkdocs does beside building the pages."""
import json
import pathlib


def on_page_content(html, **_):
    """Code that is wider than the page scrolls, so the keyboard must reach it."""
    return html.replace("<pre><span></span><code>", '<pre><span></span><code tabindex="0">')


def on_post_build(config):
    """The files that are shown are not searched: what they say is found in the pages about it."""
    path = pathlib.Path(config["site_dir"]) / "search/search_index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    index["docs"] = [entry for entry in index["docs"] if not entry["location"].startswith("source/")]
    path.write_text(json.dumps(index), encoding="utf-8")
