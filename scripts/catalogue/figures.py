"""Figures: a value with its unit, status, sources and note."""

import re

ESTIMATE = {
    "id": "estimate",
    "title": "Estimate of the catalogue's maintainers; the reasoning is in the figure's note",
    "address": "",
    "looked_up": False,
}

RECALLED = "recalled, no document named"


def clean(text):
    """Raw notes speak of where a figure was first collected; the catalogue names that source."""
    text = text or ""
    text = re.sub(r"\b[Tt]he predecessor('s)?( registry| itself)?\b", lambda m: "branes-ai/graphs" + (m.group(1) or ""), text)
    text = re.sub(r"\b[Pp]redecessor('s)?( registry)?\b", lambda m: "branes-ai/graphs" + (m.group(1) or ""), text)
    text = text.replace("branes-ai/graphss", "branes-ai/graphs")
    text = text.replace("from memory, no document named", RECALLED)
    text = text.replace(" Label it as such in the UI.", "").replace("graphs uses 4 GB/s", "branes-ai/graphs uses 4 GB/s")
    text = text.replace("; calibrate with a derate", "").replace("; see clusters", "")
    return text.strip()


class Figures:
    def __init__(self, device):
        self.device = device
        self.sources = {s["id"]: s for s in device["sources"]}
        self.used = []

    def _mark(self, sources):
        for source in sources:
            if source not in self.used:
                self.used.append(source)

    def raw(self, value, unit, group, extra=""):
        """A figure of the raw table with the provenance of its group."""
        entry = self.device["provenance"].get(group)
        if entry is None:
            raise SystemExit(f"{self.device['id']}: no provenance for {group}")
        notes = [n for n in (clean(entry["note"]), extra) if n]
        return self.new(value, unit, entry["status"], entry["sources"], "; ".join(notes))

    def new(self, value, unit, status, sources, note):
        sources = list(sources) or ["estimate"]
        unknown = [s for s in sources if s not in self.sources and s not in self._shared()]
        if unknown:
            raise SystemExit(f"{self.device['id']}: unknown source {unknown}")
        self._mark(sources)
        figure = {"value": value}
        if unit:
            figure["unit"] = unit
        figure.update(status=status, source=sources)
        if not note and status in ("estimated", "derived"):
            note = {"estimated": RECALLED, "derived": "computed from this file's figures"}[status]
        if note:
            figure["note"] = note
        return figure

    def group(self, name):
        entry = self.device["provenance"][name]
        return entry["status"], entry["sources"], clean(entry["note"])

    @staticmethod
    def _shared():
        import curated
        return curated.SHARED_SOURCES

    def used_sources(self):
        shared = self._shared()
        out = []
        for ident in self.used:
            raw = shared.get(ident) or self.sources[ident]
            entry = {"id": ident, "title": clean(raw["title"]), "address": clean(raw.get("url", raw.get("address", "")))}
            if raw.get("year"):
                entry["year"] = raw["year"]
            entry["looked_up"] = bool(raw.get("looked_up"))
            out.append(entry)
        return out
