package consolidate

import (
	"regexp"
	"strings"
)

// tongue is what the rules know of one language. A language is one entry of the table
// below; nothing else in the package names a language.
type tongue struct {
	name    string
	stop    string // words that carry no subject; a run of five and more ideographs is so many characters
	changes string // alternatives of an expression: the user takes an earlier rule back
	moves   string // alternatives: the user states what holds from here on; alone no proof of a change
	forbids string // alternatives: the user forbids or stops something
	again   string // alternatives: the user says that he said so before
	global  string // alternatives: the rule holds for all work
	local   string // alternatives: the rule holds for the project at hand
	only    string // alternatives: one thing and no other
	forget  string // alternatives that begin a note which deletes
	opens   string // alternatives: what a speaker begins with before he comes to his subject; a comma or a colon follows
	rule    string // alternatives of wishes and rules, by which a note is a preference and not a fact
}

var tongues = []tongue{
	{
		name: "English",
		stop: `a about actually after again all already also always am an and any anything are around as at ask-me away back be because been before being
but by can cannot could did do does doing don't done doesn't didn't down each either else ever every everything few for from get gets go goes going gone got had
has have having he her here hers him his how however i i'd i'll i'm i've if in instead into is isn't it it's its itself just know let like made make makes many
may maybe me might mine more most much must my myself need never next no nor not nothing now of off ok okay on once one only single onto or other our ours out over own
per please pls put rather really right said same say says see seen shall she should since so some something still such sure take tell tells telling told than that that's the their
them then there there's these they thing things this those though through till to told too under until unless up upon us use used uses using very want wants was way
we we've were what whatever what's when whenever where which while who why will with within without won't would yes yet you you'd you'll you're you've your yours
doesn't wasn't weren't can't couldn't shouldn't wouldn't aren't hasn't haven't hadn't let's that'd user users prefer prefers preference everywhere anywhere repo repos repository repositories project projects codebase thread session`,
		changes: `no longer|not any ?more|any longer|forget (?:what|that|about|the|my)|(?:change|correction|update)[:：]|scratch that|i changed my mind|changed my mind|(?:is|are|was|were) (?:gone|dropped|retired|obsolete|dead|history)|drop (?:the|that) rule|stop \w+ing|instead of (?:what|how|the old)|not .{1,40} any ?more|used to|we(?:'ve| have)? (?:moved|switched|migrated)|moved? (?:away|off|over) (?:from|to)|switch(?:ed|ing)? (?:to|over|from)|replaces?|replaced by|superseded?|new rule|never mind|you (?:can|may) .{1,30} now|(?:go|going) back to|revert(?:ed)? to|undo (?:the|my|that)|(?:doesn't|does not|don't|do not) (?:apply|hold|count|matter) any`,
		moves:   `from now on|from here on|from today|going forward|as of (?:now|today)|starting (?:now|today|with)|\bnow\b|these days|instead`,
		forbids: `never|don'?t|do not|no|not|without|stop|avoid|quit|mustn'?t|forbidden|ban(?:ned)?|leave out|skip`,
		again:   `(?:i|we)(?:'ve| have)? (?:already )?(?:told|said|asked|mentioned)|told you|as i said|like i said|same (?:story|rule) (?:as|again)|you know (?:that|this|the)|how (?:many|often)|once more|(?:yet |not )?again with|same again|(?:we|i) (?:did have|have had|had) (?:this|that|the) .{0,30}(?:conversation|talk|discussion)|been over (?:this|that)|still (?:not|no)|as (?:always|usual|before)|reminder`,
		global:  `(?:any|all|every|each|other|both|my) (?:my |of my |the |our )*(?:repo|repos|repositories|repository|project|projects|codebase|codebases|work)\b|across (?:all|every|projects|repos)|(?:company|organi[sz]ation|org|team)[- ]wide|(?:the|our) (?:whole|entire) (?:company|organi[sz]ation|team)|whatever (?:the )?(?:repo|project)|globally`,
		local:   `(?:in |of |for )?this (?:repo|repository|project|codebase|code base|package|service|app|monorepo)\b|(?:in|round|around) here|(?:repo|project)[- ](?:only|specific)`,
		only:    `only|everything|nothing but|exclusively`,
		forget:  `forget|delete|remove|drop|discard|disregard|erase|unlearn|ignore (?:the|my|that|what)|get rid of|no longer remember|do not remember|don't remember`,
		opens:   `ok(?:ay)?(?: so| now| then| next)?|so|and|also|oh|ah|well|right(?: then)?|now(?: then)?|next(?: up| thing| one| step)?|last(?: item| thing| one| bit)|one (?:more|last|other)(?: thing| one| item)?|another(?: one| thing)|two more(?: things)?|actually|hi(?: there)?|hey|hello|(?:good )?morning|thanks(?: a lot)?|thank you|alright|great|cool|nice|perfect|lovely|smashing|done|yes|yep|yeah|no|then|finally|first(?: of all| thing)?|by the way|btw|heads up|fyi|while we're at it|one (?:thing|item) before \w+ \w+|anyway|but|good|sorry|hmm+|oh and|todo|task`,
		rule:    `always|never|prefer\w*|don'?t|do not|must|mustn'?t|should|shouldn'?t|want\w*|likes?|please|avoid|instead|no longer|from now on|use|rather|only|stop|ask|make sure|keep|\A(?:write|run|commit|push|put|answer|reply|explain|squash|rebase|format|pin|add|leave|show|send|wait|follow)`,
	},
	{
		name: "Chinese",
		stop: `的了是在我你他她它们请先再也都就不没无别里把被和与或要这那个些给让对从到向为以之其所有会能可吗呢吧啊呀哦嗯得地着过很太更最只才还又并且但而如果因那么什怎样
说已经应该必须需不下上中前后时候一二两三几每种样点放许走
改用 换用 只用 都用 就用 请用 别用 不用 要用 使用 改成 改为 换成 改回 从今天起 今天起 从现在起
仓库 项目 代码库 工程 一律 统一 一概 全部 凡是 总是 永远 尽量 一定 务必 千万`,
		changes: `(?:更正|修正|变更|改动)[:：]|不再|不用再|不用等|不用.{0,12}了|不必.{0,12}了|别再|改成|改为|改用|换成|换用|改回|作废|取消|废弃|弃用|推翻|收回|之前(?:说|讲|定)的.{0,16}(?:不算|作废|忘|改)|忘(?:掉|了)|从今天起|撤掉|停用|(?:提|升|降|调)(?:到|为|成).{0,12}了|不需要.{0,12}了|没必要.{0,12}了`,
		moves:   `以后|今后|往后(?:都|就|请|要|，|我|你|凡)|之后|从现在起|从现在开始|现在起|今天起|现在开始|现在|接下来`,
		forbids: `不要|不准|不许|不允许|不能|不可|不用|不再|禁止|别|勿|避免|莫|不得|没有|不`,
		again:   `说过|讲过|强调过|提过|提醒过|交代过|再说一遍|老规矩|又来了|怎么又|约定过|讲好|第.次(?:说|讲|提)`,
		global:  `任何(?:项目|仓库)|所有(?:项目|仓库|的项目|的仓库)|每个(?:项目|仓库)|全部(?:项目|仓库)|不管(?:哪个|什么|在哪)|不论(?:哪个|什么|在哪)|无论(?:哪个|什么|在哪)|哪个(?:项目|仓库)都|各个(?:项目|仓库)|项目通用|两边都|全公司|公司(?:统一|规定)|全团队|全组`,
		local:   `(?:这个|本|该|此|这)(?:项目|仓库|工程|代码库|服务)|(?:咱们|我们)?这边`,
		only:    `一律|只用|统一|都用|全用|只能用`,
		forget:  `忘掉|忘记|忘了|删掉|删除|去掉|移除|清除|作废|撤掉|不要再记|别再记|别记`,
		opens:   `对了|还有(?:一个|一件|个|件)?(?:事|问题)?|另外(?:说个变化|一个)?|顺便(?:说一?句)?|下一步|接下来|然后|好(?:的|了|吧)?|嗯+|哦(?:对|还有)?|哎(?:对)?|诶(?:等下)?|唉|话说|那(?:么)?|早(?:啊|上好)?|你好|谢谢|辛苦了?|对|可以|行|OK|补充(?:一下|两点|一点)?|打断一下|再(?:来|看)(?:一)?个(?:小)?的?|最后(?:一个|一件事)?|先说下`,
		rule:    `以后|不要|必须|别|请|一律|统一|总是|永远|喜欢|偏好|希望|应该|只用|优先|禁止|改用|改成|要`,
	},
	{
		name:    "Japanese",
		stop:    `的事物時今前後中上下何私方`,
		changes: `もう.{0,20}(?:ない|不要|いらない)|やめ(?:て|る|ます)|廃止|撤回|取り消|に変更|に変え|に切り替え|代わりに|忘れて`,
		moves:   `これから|今後|以後|次から|今日から|今から`,
		forbids: `しない|しないで|禁止|ないで|やめ|使わない|なし|不可|ダメ|だめ`,
		again:   `前にも|以前にも|何度も|言った`,
		global:  `全(?:て|部)の(?:プロジェクト|リポジトリ)|すべての(?:プロジェクト|リポジトリ)|どの(?:プロジェクト|リポジトリ)`,
		local:   `(?:この|本)(?:プロジェクト|リポジトリ)`,
		only:    `だけ|のみ|統一`,
		forget:  `忘れ|削除|消して|取り消`,
		opens:   `では|それでは|次(?:は|に)?|あと|ところで|ちなみに|ええと|はい|ありがとう(?:ございます)?|了解|それと|最後に`,
		rule:    `常に|必ず|いつも|しないで|してください|使って|禁止|べき|好み`,
	},
	{
		name: "German",
		stop: `aber alle alles als also am an auch auf aus bei beim bin bis bitte da das dass dein dem den der des die dies diese dieser doch du ein eine einem einen
einer er es für hab habe hat hier ich ihr im immer in ist ja jede jeden jeder jetzt kann kein keine keinen mach machen man mehr mein mich mir mit muss nach nicht nie niemals noch nur
ob oder ohne schon sein sich sie sind so soll sollte um und uns unter vom von vor war was weil wenn wer werden wie wieder will wir wird zu zum zur über`,
		changes: `(?:änderung|korrektur):|nicht mehr|vergiss|ab sofort nicht|statt(?:dessen)?|doch nicht|umgestiegen auf|gewechselt (?:zu|auf)|gilt nicht mehr|abgeschafft|ersetzt`,
		moves:   `ab jetzt|ab sofort|von nun an|künftig|ab heute|in zukunft|jetzt`,
		forbids: `nie|niemals|nicht|kein\w*|ohne|verboten|vermeide\w*|lass|hör auf`,
		again:   `hab(?:e)? (?:ich )?(?:doch )?(?:schon )?gesagt|schon gesagt|wie gesagt|schon wieder`,
		global:  `in (?:allen|jedem|sämtlichen) (?:projekt\w*|repos?\w*|repositor\w*)|projektübergreifend`,
		local:   `(?:in |für )?(?:diese[msr]?) (?:projekt|repo|repository)|hier im (?:projekt|repo)`,
		only:    `nur|ausschließlich|alles`,
		forget:  `vergiss|lösche|entferne|streiche|vergessen`,
		opens:   `also|so|ok(?:ay)?|und|noch (?:was|eins|etwas)|als nächstes|danke|gut|ja|nein|übrigens|ach(?: ja)?|hallo|jetzt|zuletzt`,
		rule:    `immer|nie|niemals|bitte|bevorzug\w*|muss|soll\w*|nicht|kein\w*|nur|statt|verwende|nutze|lieber`,
	},
	{
		name: "Spanish",
		stop: `a al algo antes aquí así aunque cada como con cual cuando de del desde donde dos el ella en entre era es esa ese eso esta este esto está hay la las le
lo los más me mi muy nada ni no nos nunca o otra otro para pero por porque que qué se sea según ser si sí siempre sin sobre solo son su sus también te tiene todo todos tu un una uno y ya yo favor usa usar`,
		changes: `ya no|olvida|en vez de lo|en lugar de lo|cambia(?:mos|do)? a|pasamos a|dej(?:a|amos) de|queda anulad\w|obsolet\w|reemplaza\w*`,
		moves:   `a partir de (?:ahora|hoy)|de ahora en adelante|desde (?:ahora|hoy)|en adelante|ahora`,
		forbids: `nunca|no|sin|jamás|evita\w*|prohibido|deja de`,
		again:   `ya te (?:lo )?dije|te (?:lo )?he dicho|como (?:te )?dije|otra vez`,
		global:  `en (?:todos los|cualquier|cada) (?:proyecto|proyectos|repo|repos|repositorio|repositorios)`,
		local:   `(?:en )?este (?:proyecto|repo|repositorio)`,
		only:    `solo|sólo|solamente|todo`,
		forget:  `olvida|borra|elimina|quita`,
		opens:   `vale|ok|bueno|ahora|y|por cierto|siguiente|además|gracias|hola|bien|sí|otra cosa|una cosa más|por último`,
		rule:    `siempre|nunca|prefiero|prefiere|por favor|debe\w*|no|solo|usa|evita`,
	},
	{
		name: "French",
		stop: `à au aux avec avant ce ces cet cette chaque comme dans de des donc du elle en encore est et être fait faut il ils je jamais la le les leur lui mais me mes moi mon
ne ni nos notre nous on ont ou où par pas plus pour qu que quand qui rien sa sans se ses si son sont sur ta te tes toi ton toujours tous tout toute très tu un une vos votre vous y utilise utiliser`,
		changes: `ne .{1,30} plus\b|n'.{1,30} plus\b|oublie|à la place|au lieu de ce|on (?:passe|est passé) à|remplac\w+|abandonn\w+|annul\w+|arrête (?:de|d')`,
		moves:   `désormais|dorénavant|à partir (?:de maintenant|d'aujourd'hui|de)|maintenant`,
		forbids: `jamais|ne|n'|pas|sans|évite\w*|interdit|arrête`,
		again:   `je (?:t'|te )?l'?ai déjà dit|déjà dit`,
		global:  `dans (?:tous les|chaque|n'importe quel) (?:projet|projets|dépôt|dépôts|repo|repos)`,
		local:   `(?:dans )?ce (?:projet|dépôt|repo)`,
		only:    `seulement|uniquement|rien que|tout`,
		forget:  `oublie|supprime|efface|retire|enlève`,
		opens:   `bon|ok|alors|et|ensuite|au fait|d'accord|maintenant|merci|bonjour|oui|parfait|dernière chose|encore une chose`,
		rule:    `toujours|jamais|préfère|s'il te plaît|doit|il faut|ne|pas|seulement|utilise|évite`,
	},
}

// lexicon is the table compiled.
type lexicon struct {
	words    *glossary
	stop     map[string]bool
	stopRune map[rune]bool
	drop     *strings.Replacer // stop words of several characters
	changes  *regexp.Regexp
	moves    *regexp.Regexp
	forbids  *regexp.Regexp
	again    *regexp.Regexp
	global   *regexp.Regexp
	local    *regexp.Regexp
	only     *regexp.Regexp
	forget   *regexp.Regexp
	rule     *regexp.Regexp
	opening  *regexp.Regexp
}

func newLexicon(table []tongue) *lexicon {
	l := &lexicon{words: newGlossary(), stop: map[string]bool{}, stopRune: map[rune]bool{}}
	var changes, moves, forbids, again, global, local, only, forget, rule, drop, opens []string
	for _, t := range table {
		for w := range strings.FieldsSeq(t.stop) {
			if r := []rune(w); isIdeograph(r[0]) && len(r) <= 4 {
				drop = append(drop, w, " ")
				continue
			} else if isIdeograph(r[0]) {
				for _, c := range r {
					l.stopRune[c] = true
				}
				continue
			}
			l.stop[plain(w)] = true
		}
		changes, moves, forbids = append(changes, t.changes), append(moves, t.moves), append(forbids, t.forbids)
		again, global, forget, rule = append(again, t.again), append(global, t.global), append(forget, t.forget), append(rule, t.rule)
		local, only, opens = append(local, t.local), append(only, t.only), append(opens, t.opens)
	}
	l.drop = strings.NewReplacer(drop...)
	l.changes, l.moves, l.forbids, l.again = anyOf("", changes), anyOf("", moves), anyOf("", forbids), anyOf("", again)
	l.global, l.local, l.only, l.rule = anyOf("", global), anyOf("", local), anyOf("", only), anyOf("", rule)
	// Ok, oh and the like need no comma after them.
	l.opening = regexp.MustCompile(`^(?i)\s*(?:(?:` + strings.Join(opens, "|") + `)\s*[,，:：;；.。!！、…–—-]+\s*|(?:ok(?:ay)?(?: so| now| then)?|oh|ah|hi|hey|and|also|btw|actually)\s+|(?:对了|哦对|哎对))`)
	l.forget = anyOf(`^\W*(?:please |pls |bitte |por favor |s'il te plaît |请)?`, forget)
	return l
}

// anyOf compiles alternatives, after a prefix where one is given. A word boundary is asked
// for around those written in Latin letters; scripts without spaces have none.
func anyOf(prefix string, alternatives []string) *regexp.Regexp {
	var latin, other []string
	for _, a := range alternatives {
		if isIdeograph([]rune(strings.TrimLeft(a, "(?:"))[0]) {
			other = append(other, a)
		} else {
			latin = append(latin, a)
		}
	}
	start := `(?:^|[^\pL\pN])`
	if prefix != "" {
		start = ""
	}
	return regexp.MustCompile(`(?i)` + prefix + `(?:` + start + `(?:` + strings.Join(latin, "|") + `)(?:$|[^\pL\pN])|` + strings.Join(other, "|") + `)`)
}
