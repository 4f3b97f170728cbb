"""For each rule about definitions a script that breaks it, docs/site/definitions/RULE.sql, and what is said to it."""
import subprocess

from text import fence


class Definitions:
    def __init__(self, root, program):
        self._root = root
        self._program = program

    def shown(self, rule):
        """The script, which can be changed in the page, and what `ssbroute lint` prints; nothing for a rule that has none."""
        script = f"docs/site/definitions/{rule}.sql"
        if not (self._root / script).exists():
            return ""
        done = subprocess.run([self._program, "lint", script], cwd=self._root, text=True, capture_output=True)
        if f"{rule}: " not in done.stderr:
            raise SystemExit(f"{script} does not break {rule}")
        text = (self._root / script).read_text(encoding="utf-8")
        return (
            f'<div id="script-{rule}" markdown="1">\n\n{fence(text, "tsql")}\n</div>\n\n'
            f'<div><ssbroute-script code="script-{rule}"></ssbroute-script></div>\n\n'
            + fence(f"$ ssbroute lint {script}\n{done.stdout}{done.stderr}", "console")
        )
