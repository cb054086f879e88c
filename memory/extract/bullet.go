package extract

import "strings"

// NewPreference makes the bullet of a standing preference: situation, quotes, what it
// implies, scope.
func NewPreference(situation string, quotes []Quote, implies string, scope Scope, repeated, changes bool) Bullet {
	parts := []string{}
	if implies = OneLine(implies); implies != "" {
		parts = append(parts, implies)
	}
	parts = append(parts, scopePhrase(scope))
	if repeated {
		parts = append(parts, PhraseRepeated)
	}
	if changes {
		parts = append(parts, PhraseChanges)
	}
	return ParseBullet(LabelPreferences, quoted(situation, "the user said", quotes)+" → "+strings.Join(parts, "; "))
}

// NewOneOff makes the bullet of a request that held for its occasion alone.
func NewOneOff(situation string, quotes []Quote) Bullet {
	return ParseBullet(LabelOneOffs, quoted(situation, "the user asked", quotes)+" → "+PhraseOnce)
}

// NewFailure makes the bullet of a failure: the command, its error line with the place
// where it stands, and what fixed it; fix "" says that nothing did. The fix is written
// as code unless it holds code spans already.
func NewFailure(command, errorLine string, at Mark, fix, rest string) Bullet {
	text := Code(command) + " failed: " + Code(errorLine) + " " + at.String()
	switch {
	case fix == "" && strings.HasPrefix(rest, PhrasePassed):
	case fix == "":
		text += "; " + PhraseUnfixed
	case strings.Contains(fix, "`"):
		text += "; fixed by " + OneLine(fix)
	default:
		text += "; fixed by " + Code(fix)
	}
	if rest = OneLine(rest); rest != "" {
		text += "; " + rest
	}
	return ParseBullet(LabelFailures, text)
}

// NewKnowledge makes the bullet of a command worth knowing, with what it is for.
func NewKnowledge(command, what string, marks ...Mark) Bullet {
	text := Code(command)
	if what = OneLine(what); what != "" {
		text += " " + what
	}
	for _, m := range marks {
		text += " " + m.String()
	}
	return ParseBullet(LabelKnowledge, text)
}

// NewReference makes the bullet that quotes one row.
func NewReference(q Quote, what string) Bullet {
	return ParseBullet(LabelReferences, strings.TrimSpace(OneLine(what)+" "+quoteText(q)))
}

func quoted(situation, said string, quotes []Quote) string {
	var b strings.Builder
	if situation = OneLine(situation); situation != "" {
		b.WriteString(strings.ReplaceAll(situation, `"`, "'") + ": ")
	}
	b.WriteString(said + " ")
	for i, q := range quotes {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quoteText(q))
	}
	return b.String()
}

func quoteText(q Quote) string { return `"` + OneLine(q.Text) + `" ` + q.Mark.String() }

func scopePhrase(s Scope) string {
	switch s {
	case ScopeProject:
		return PhraseProject
	case ScopeGlobal:
		return PhraseGlobal
	case ScopeOnce:
		return PhraseOnce
	}
	return PhraseUnsaid
}
