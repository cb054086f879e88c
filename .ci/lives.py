#!/usr/bin/env python3
"""Holds the bars of docs/quality.md over the lives. usage: lives.py BINARY LIVES_FOLDER"""
import json, os, subprocess, sys

# figure -> least value; a figure "k/n" is compared as a share
BARS = {
    "gate": 0.9, "preference_recall": 0.65, "preference_precision": 0.7, "one_offs_refused": 0.85,
    "failure_recall": 0.85, "failure_precision": 0.6, "fix_recall": 0.65, "command_recall": 0.85,
    "command_precision": 0.4, "task_recall": 0.7, "task_precision": 0.7, "outcome_balanced": 0.6,
    "across_repeated": 1 / 3, "across_superseded": 0.5, "across_global": 0.7, "across_project_only": 0.8,
    "across_recurring_failure": 0.8,
}


def share(value):
    if isinstance(value, str):
        k, n = value.split("/")
        return int(k) / int(n)
    return value


def main():
    binary, folder = sys.argv[1:3]
    short = []
    for life in sorted(os.listdir(folder)):
        if not os.path.exists(f"{folder}/{life}/life.json"):
            continue
        run = subprocess.run([sys.executable, f"{folder}/score.py", binary, f"{folder}/{life}", "--json"], capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"life {life}: the scorer failed:\n{run.stdout}{run.stderr}")
        scores = json.loads(run.stdout)
        print(f"life {life}")
        for name, value in scores.items():
            bar = BARS.get(name)
            mark = "" if bar is None else f"  (at least {bar:.2f})"
            print(f"  {name:26} {value}{mark}")
            if bar is not None and value is not None and share(value) < bar:
                short.append(f"life {life}: {name} is {value}, at least {bar:.2f} is wanted")
        if scores["leaks"]:
            short.append(f"life {life}: {scores['leaks']} leaks")
    if short:
        sys.exit("\n".join(short))


if __name__ == "__main__":
    main()
