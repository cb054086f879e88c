package language

func german() Table {
	return Table{
		Tag: "de", Spaced: true,
		Function: `
			der die das den dem des ein eine einen einem einer und oder aber wenn dann so zu in an auf für von mit
			bei als ist sind war waren sein ich du er sie es wir ihr mich dich uns mein dein unser nicht kein keine
			auch noch nur schon mal doch ja nein bitte danke was wer wie wo wann warum hier da dort sehr alle über
			nach vor im am zum zur vom dass daß habe hast hat haben hatte wird werden kann kannst muss soll sollte
			jetzt gut mach machst aus um unsere deine immer nie bis ohne jede jeder`,
		Lead:   `bitte dann und jetzt also auch immer nie niemals nur einfach mal ok okay gut ja ach stattdessen künftig danach nun zuerst`,
		Opener: `ok|okay|so|jetzt|nun|dann|also|und|ach ja|ach|bitte|als nächstes|nächstes|noch etwas|noch was|eine sache noch|andere sache|anderes thema|moin|hallo|guten morgen|könntest du|kannst du|weiter mit|zurück zu`,
		Cues: map[Cue]string{
			Always: `
				immer|nie|niemals|jedes mal|jedesmal|stets|grundsätzlich|ausnahmslos|ohne ausnahme
				nie wieder|nie mehr|unter keinen umständen|auf keinen fall|keinesfalls|hör auf|dauernd
				ständig|andauernd`,
			FromNow: `
				ab jetzt|ab sofort|von jetzt an|von nun an|ab heute|künftig|in zukunft|zukünftig|fortan|generell
				grundsätzlich|standardmäßig|in der regel|als regel|neue regel|merk dir|merke dir|nächstes mal
				beim nächsten mal|dauerhaft|in künftigen|für die zukunft|beim nächsten|merke|denk bitte dran
				als standard|von jetzt ab|das gilt für|gilt für|gilt auch für|ab diesem|ab dieser|ab nächster
				ab nächstem|ab morgen|bis auf weiteres`,
			Every: `
				jede|jeder|jedes|jeden|jedem|alle|allen|alles|nichts|niemand|überall|nirgends|ausschließlich
				nur noch|egal|ein * pro|eine * pro|einen * pro|auch wenn|selbst wenn|und sei es|pro datei
				pro klasse`,
			Here: `
				in diesem repo|in diesem projekt|in dem repo|in dem projekt|dieses repo|dieses projekt
				für dieses projekt|für dieses repo|bei uns|hier im repo|hier im projekt|im projekt|im repo
				unser repo|unserem repo|in unserem code|in diesem dienst|in diesem paket|in diesem team
				im team|hier bei uns|in dieser codebasis|hier im team|in diesem code|im ganzen projekt
				im gesamten projekt|projektweit|in dieser firma|in der firma|in unserer firma|in dieser app
				in dieser anwendung|in diesem modul|im ganzen`,
			Anywhere: `
				in jedem repo|in jedem projekt|in allen projekten|in allen repos|alle projekte|egal in welchem
				egal welches|überall|projektübergreifend|gilt für alles|gilt für alle|gilt überall
				in jeder sprache|nicht nur hier`,
			We: `
				wir nutzen|wir benutzen|wir verwenden|wir machen|wir schreiben|wir nehmen|wir haben uns
				wir halten|wir haben vereinbart|unsere konvention|unsere regel|unser stil|unser standard
				unsere vorgabe|konvention ist|vorgabe ist|regel ist|hausregel|ist verboten|sind verboten
				nicht erlaubt|ist tabu|sind tabu|gehört nach|gehört in|gehören in|gehören nach|liegt in
				liegen in|liegt unter|liegen unter|kommt nach|kommen nach|kommt in|kommen in|wir committen
				wir testen|wir loggen|so machen wir|wir ~ nie|wir ~ immer|wir ~ keine|wir ~ nicht|bei uns
				heißen bei uns|heißt bei uns|so machen wir das|machen wir|haben wir vereinbart
				haben wir ausgemacht|ist so abgesprochen|ist bei uns|sind bei uns|gilt bei uns|gelten bei uns
				hat hier nichts zu suchen|haben hier nichts zu suchen|hat ~ nichts verloren|ist standard
				man macht|man schreibt|wir ~ nicht mehr|nichts verloren|haben ~ nichts verloren|nichts zu suchen
				heißt hier|hier heißt|gilt hier|liegt hier|alle unsere|unsere dienste|jeder dienst|wir hier
				unsere * sind|unsere * haben|^unsere|^unser|ist keine lösung|ist keine option|ist kein grund
				gilt bei|kommt vor|gehört dazu|ohne absprache|ohne rücksprache|gibt es hier nicht|gibt es bei
				schreiben wir|nennen wir|nutzen wir|verwenden wir|benutzen wir|nehmen wir|legen wir|halten wir
				setzen wir|trennen wir|prüfen wir|testen wir|committen wir|packen wir|speichern wir|führen wir
				wir in|wir mit|wir als|wir nur|wir ohne|wir immer|wir grundsätzlich|wir nie|wir über|wir nicht
				wir so|wir klein|wir groß`,
			Prefer: `
				ich möchte|ich will|ich hätte gern|ich hätte gerne|mir ist lieber|mir wäre lieber|lieber
				ich bevorzuge|ich mag|ich hasse|ich kann ~ nicht leiden|ich kann ~ nicht ausstehen|ich finde
				ich erwarte|nervt|mich stört|stört mich|ich bin kein fan|ich brauche|am liebsten|ich ziehe ~ vor
				ich wünsche mir|ich lese|reicht mir|reichen mir|mir reicht|mir reichen|gefällt mir besser
				ich arbeite lieber|ich bin gewohnt|ich lese lieber|mir gefällt|mir gefallen|ich brauche keine
				ich kann nicht lesen|macht mich nervös|persönlich|stören mich|nervt mich|nerven mich
				irritiert mich|verwirrt mich|wäre mir|mag ich nicht|mag ich lieber|da sucht man|lieber * als
				lieber als|verliere ich den|finde ich nicht|kann ich nicht lesen`,
			Forbid: `
				nicht|kein|keine|keinen|keiner|keinem|nie|niemals|lass das|lass die finger|hör auf|vermeide|ohne
				nichts|verboten|tabu|unterlass|finger weg|du musst nicht|du brauchst nicht|brauchst mir nicht
				brauchst du nicht|nicht nötig|verloren`,
			Require: `
				muss|müssen|musst|soll|sollen|sollst|sollte|sollten|unbedingt|zwingend|pflicht|achte darauf
				achte auf|stell sicher|sorge dafür|denk daran|denk dran|gehört|gehören|halte dich|bleib bei
				sagst du|gibst du|machst du|fragst du|schreibst du|legst du|nimmst du|zeigst du|lässt du
				nennst du|prüfst du|testest du|nutzt du|verwendest du|hältst du|meldest du|wartest du`,
			Please: `
				bitte|sei so gut|wärst du so|könntest du|kannst du|würdest du|magst du|wäre es möglich
				darf ich bitten|sei bitte|wäre nett`,
			If: `
				wenn du|falls du|falls|bevor du|bevor|sobald|immer wenn|solange|nachdem du|es sei denn
				im zweifel|wenn unklar|wenn etwas|wenn ein|wenn eine|frag mich|frag vorher|frage vorher
				vorher fragen|ohne zu fragen|ohne rückfrage|ohne mich|erst fragen|vor jedem|vor dem commit
				nach jeder|nach jedem|pro commit|bei jeder|bei jedem`,
			Instead: `
				stattdessen|statt|anstatt|anstelle|nimm ~ nicht|nutze ~ nicht|nicht ~ sondern`,
			Reason: `
				weil|denn|damit|sonst|ansonsten|deswegen|darum|zu langsam|dauert ewig|das nervt
				ist rauschen|ich kann den|muss ich|ich muss|musste ich|wegen|deshalb|daher`,
			Once: `
				diesmal|dieses mal|dieses eine mal|nur heute|heute|heute abend|für jetzt|erstmal|erst mal
				vorerst|vorläufig|fürs erste|momentan|im moment|gerade|ausnahmsweise|einmalig|nur hier
				nur dieses|in diesem pr|in diesem mr|in diesem branch|für diesen pr|für diesen lauf
				für dieses release|für die demo|bis morgen|bis freitag|bis montag|bis ich|bis wir
				nur dieses eine|nur einmal|einmal noch|temporär|übergangsweise|diese woche|noch nicht
				in diesem fall|an dieser stelle|während der|während des|für die dauer|über die feiertage
				solange der|solange die|von hand frei|dieses wochenende|bis die|bis der|in dieser änderung
				in diesem commit|für diese änderung|für diese migration|für diesen import|für diesen test
				für diesen fall|für diese seite|für diesen bericht|in dieser runde|in dieser iteration|dieser pr
				dieser branch|bis dienstag|bis mittwoch|bis donnerstag|bis samstag|bis sonntag|bis heute abend
				bis ende|bis nächste|diesen monat|heute noch|auf die schnelle|in einem rutsch|für den anfang
				im ersten schritt|im ersten wurf|bis dahin|so lange|solange|bis das|bis zum|bis zur`,
			Throwaway: `
				wegwerf-|wegwerfskript|quick and dirty|nur ein experiment|prototyp|spielerei|nur zum testen
				lösch es danach|kannst du löschen|danach löschen|kommt wieder weg`,
			Later: `
				später|morgen|nächste woche|ein andermal|irgendwann|demnächst|montag|am montag|nächsten sprint
				eigener pr|anderer pr|macht jemand anders|mache ich selbst|mach ich selbst|im januar|im februar
				im märz|im april|im mai|im juni|im juli|im august|im september|im oktober|im november
				im dezember|nächsten monat|nächstes jahr|nächstes quartal|im frühjahr|im herbst|im winter
				sobald ich|erst im|erst am|erst nächste|erst nächstes|erst wenn|nach dem urlaub|nach den ferien
				wenn ich zurück|beim nächsten`,
			Correct: `
				^^nein|^^ne|^^nee|^^falsch|^^stopp|^^stop|^^halt|^^moment|^^warte|^^warum|^^wieso
				^^so nicht|^^nicht so|^^hä|^^was soll|^^mach das rückgängig|so nicht|nicht so
				das ist falsch|ich sagte|ich habe gesagt|ich hab gesagt|ich meinte|habe ich nicht gesagt
				hab ich nicht gesagt|warum hast du|warum machst du|wieso hast du|wieso machst du|was machst du
				wer hat gesagt|du hast ~ vergessen|mach das rückgängig|rückgängig|zu lang|viel zu|ich wollte
				nicht darum gebeten|hab ich danach gefragt|habe ich danach gefragt|viel zu lang|ist mir zu
				das ist mir|wozu|was macht|wer hat|niemand hat|hat niemand|^^was|^^wozu|^^äh
				^^vorsicht|^^bitte nicht|^^das ist`,
			Refuse: `^nein|^ne|^nee|^falsch`,
			Again: `
				schon gesagt|bereits gesagt|ich sagte doch|wie gesagt|hatten wir schon|schon wieder|wie oft
				zum zweiten mal|zum dritten mal|wie besprochen|wie immer|hab ich dir|habe ich dir|erinnerung
				weißt du doch|das weißt du|du hast wieder|hast du wieder|machst du wieder|wieder mal
				hatte ich nicht|haben wir besprochen|hatten wir besprochen|hatten wir das nicht|sagte ich
				letztes mal schon|gleiche fehler|derselbe fehler`,
			Revoke: `
				vergiss was ich|vergiss, was ich|vergiss die|gilt nicht mehr|nicht mehr|ich habe es mir anders
				hab es mir anders|anders überlegt|meine alte regel|die alte regel|ist hinfällig|ist überholt
				veraltet|wir sind umgestiegen|umgestiegen|abgeschafft|ab jetzt doch|neue konvention
				stattdessen ab`,
			Accept: `
				^gut|^super|^perfekt|^prima|^passt|^danke|^ok|^okay|^ja|^jo|^klasse|^top|^sehr gut|^genau|^schön
				^toll|^alles klar|^einverstanden|^in ordnung|^stimmt|^läuft|^sauber|^klingt gut|sieht gut aus
				passt so|gut so|besten dank|vielen dank|danke|perfekt|gefällt mir|^sehr schön|^wunderbar
				^hervorragend|^bestens|^spitze|^na also|^geht doch|^fein|^großartig|^ausgezeichnet|^genial|^geil
				^stark|^cool|^bravo|^hurra|^juhu|^prächtig|^vorbildlich|^einwandfrei|^tadellos|^astrein
				^läuft bei|^na bitte|^endlich|^respekt|^chapeau|^das passt|^das sieht|^das ist gut
				^das ist super|^das ist schön|^wahnsinn|^mega|^erstklassig|^sehr fein|^richtig gut|^verstehe
				^alles gut|^einleuchtend|^nice|^great|^jawohl|^jep|^jup|^aha|^freut mich|^klar|^dankeschön
				^merci|^gute arbeit|^gut gemacht|^weiter so|^daumen hoch|^reicht mir|^das reicht|^so mag
				^so gefällt|^so soll|^so ist es|^so ist gut|^so passt|alles da|^liest sich|^sieht gut
				^viel besser|^deutlich besser|^gut so`,
			Works: `
				funktioniert|geht jetzt|klappt|läuft|läuft jetzt|ist behoben|ist gelöst|ist grün
				alles grün|jetzt gut|stimmt jetzt|passt jetzt|sieht richtig aus|bestätigt|läuft wieder
				geht wieder|funktioniert wieder|jetzt geht|greift|tut jetzt|passt|stimmt|kommt an
				wird angezeigt|taucht auf`,
			Reject: `
				geht nicht|geht immer noch nicht|funktioniert nicht|klappt nicht|immer noch|noch immer
				gleicher fehler|derselbe fehler|schlimmer|kaputt|noch kaputt|keine änderung|hilft nicht
				bringt nichts|falsches ergebnis|stürzt ab|noch nicht|noch kein|nicht besser|ändert nichts
				tritt weiter auf|kommt wieder`,
			GiveUp: `
				lass es|lass gut sein|vergiss es|ich gebe auf|ich mach das selbst|ich mache das selbst
				ich schau selbst|übernimmt|mach alles rückgängig|rolle zurück|verwirf|egal jetzt
				ich muss los|schaue ich mir selbst|schau ich mir selbst|sackgasse|drehen uns im kreis
				mach das wieder weg|nimm es wieder raus|nimm das wieder raus|zurücksetzen|setz es zurück
				gib auf`,
			PartWay: `
				der rest|den rest|rest später|reicht für heute|reicht erstmal|heute nicht mehr|ein teil
				teilweise|zur hälfte|überspring|kommt später|später|aber noch`,
			Next: `
				^als nächstes|^nächstes|^nächste|^jetzt zu|^noch etwas|^noch was|^noch eine sache|^andere sache
				^anderes thema|^neues thema|^neue aufgabe|^zum schluss|^zuletzt|^letzte sache|^weiter mit
				^weiter zu|^danach|^außerdem noch|^eine sache noch|^jetzt der|^jetzt die|^jetzt das|^jetzt noch
				^nun zu|^nun der|^nun die|^zurück zu|^während ci|^nebenbei|^neues ticket|^neues problem
				^dann noch|^weiteres|^übrigens noch|^nun zum|^nun zur|^jetzt zum|^jetzt zur|^thema|^und noch
				^dann bitte|^dann das|^dann die|^dann der|^jetzt bitte|^eine bitte noch|^noch eine bitte
				^noch ein|^zweitens|^drittens|^nächster punkt|^nächstes thema|^letzter punkt|^neuer punkt
				^kommen wir zu|^anderes|^ach ja|^der * jetzt$|^die * jetzt$|^das * jetzt$|^den * jetzt$
				^dann noch das|^und dann|^dann wäre|^dann gibt es|^und das|^weiter geht|^es geht weiter
				^weiter im|^nächster halt|^auf zu|^dann zu|^dann zum|^dann zur|^machen wir weiter|^kümmere dich`,
			Also: `^außerdem|^auch|^übrigens|^und|^ach ja|^zusätzlich|^nebenbei`,
			Commit: `
				commit|committe|committen|push|pushe|pushen|merge|veröffentliche|tagge|einchecken
				checke ein`,
			GoOn: `
				^ja|^mach|^los|^weiter|^gerne|^gern|^tu das|^leg los|^einverstanden|^ok`,
			Narrate: `
				ich war|ich hatte|gestern habe ich|gestern hab ich|ich esse|ich trinke|mein chef|meine frau
				mein mann|mittagessen|haha|lol|feierabend|ich bin immer|ich gehe nie|das wetter|im urlaub
				am wochenende war|kaffee holen|kaffee trinken|trinke ich|kaffeepause|ich habe gestern
				letzte woche habe|ich dachte|ich hätte|ich sollte|ich müsste|ich bin seit|ich habe schon
				ich hab schon|war nie|war immer|waren immer|hat nie|hat immer|angeblich|anscheinend`,
			Hedge: `
				nicht sicher|unsicher|ungetestet|nicht getestet|nicht geprüft|konnte nicht|kann nicht prüfen
				vermutlich|wahrscheinlich|vielleicht|ich glaube|müsste|offen ist|nicht ausgeführt
				konnte ich nicht|nicht nachgestellt|nicht verifiziert|kein zugriff|keinen zugriff|habe nicht
				nicht ausprobiert|lässt sich nicht|weiß nicht|ob das reicht|ich habe * nicht|habe ich nicht
				konnte ich|kann ich hier|kann ich nicht|nicht gelaufen|nicht laufen lassen|probiere ich
				teste ich|schaue ich heute|sehen wir|werde ich testen|werde ich sehen|warte ich auf|mal sehen
				von hier aus`,
			ForYou: `
				für dich|du darfst|du darfst nicht|du sollst|du musst|du machst nie|ist meine sache
				mache ich|das mache ich|entscheide ich`,
			Spec: `
				der button|die seite|der endpunkt|der server soll|die antwort|gibt ~ zurück|timeout
				höchstens|mindestens|sekunden|standardwert|maximal`,
			Permit: `
				ist ok|ist okay|ist egal|macht nichts|musst du nicht|brauchst du nicht|brauchen wir nicht
				kein problem|kannst du|nicht nötig|keine ahnung|keine eile|nicht schlimm|nicht schlecht`,
			Back: `das|dies|dasselbe|so|dieses`,
			Conduct: `
				antwort|antworten|zusammenfassung|zusammenfassungen|romane|erklärung|erklärungen|frag
				frage|fragen|sag mir|sag|zeig mir|rate|raten|fertig|commit|commits|push|pushe
				pushen|kommentare|abhängigkeit|abhängigkeiten|passwörter|zugangsdaten|plan|diff|emojis`,
			Tell: `
				übrigens|nebenbei|zur info|hinweis|kleiner hinweis|nur zur info|eine bitte|noch eine bitte
				eine anmerkung|anmerkung|wichtig|vorsicht|beachte|eins noch|eine sache`,
			Almost: `
				besser|fast|beinahe|größtenteils|halbwegs|nicht ganz|teilweise|teils|zum teil`,
			Definite: `der|die|das|den|dem|diese|diesen|dieses|es`,
			Bye: `
				feierabend|bis morgen dann|bis dann|bis bald|tschüss|tschau|ciao|schönes wochenende
				schönen feierabend|schönen abend|gute nacht|ich bin raus|ich bin dann mal weg|mach schluss
				mache schluss|machen wir schluss|das war|das wars|das war es|für heute fertig|genug für heute`,
			Lacks: `
				noch nicht|fehlt|fehlen|offen|bleibt|nicht fertig|zum teil|steht noch|stehen noch|ausstehend
				noch immer|immer noch|unvollständig|bisher nur|noch kein|noch keine|der rest|den rest
				nicht umgesetzt|nicht gemacht|habe ich gelassen|nicht angefasst|übrig|geht nicht|klappt nicht
				außer`,
			Denies: `nicht|kein|keine|keinen|nur|ohne|außer|nichts`,
			Verb: `
				^nutze|^nutz|^benutze|^benutz|^verwende|^schreib|^schreibe|^mach|^mache|^füg|^füge
				^leg|^lege|^lass|^zeig|^zeige|^sag|^sage|^frag|^frage|^gib|^nimm|^committe
				^pushe|^teile|^verschieb|^benenne|^entferne|^lösch|^lösche|^ändere|^änder|^prüf
				^prüfe|^teste|^test|^logge|^nenne|^formatiere|^dokumentiere|^halte|^halt|^bleib
				^setz|^setze|^stell|^stelle|^bau|^baue|^starte|^führe|^führ|^lies|^such|^suche
				^fass|^fasse|^erkläre|^erklär|^antworte|^vermeide|^achte|^rühr|^rühre|^behalte
				^ersetze|^öffne|^schließ|^warte|^merk|^denk|^sorge|^installiere|^aktualisiere|^spiel
				^bring|^schau|^guck|^kürze|^pack|^hol|^räum|^repariere|^behebe|^implementiere
				^bereinige|^migriere|^richte|^beschreib|^beschreibe|^schalt|^schalte|^schick|^schicke
				^ruf|^rufe|^speicher|^speichere|^begründe|^nenn|^zähl|^sortier|^sortiere|^formulier
				^formuliere|^übersetz|^übersetze|^dreh|^verlinke|^trenne|^trenn|^ergänze|^ergänz
				^kommentiere|^korrigiere|^optimiere|^refaktoriere|^entschuldige|^rate|^halt dich|^übernimm
				^trag|^nutzt|^lade|^logg`,
			Report: `
				sind alle wieder|sind alle umgezogen|sind alle da|sind alle weg|sind alle durch
				ist alles durch|ist alles da|sind neu gebaut|alles läuft|alles grün|auf jedem * grün
				auf allen * grün|nirgends fehler|nirgends ein fehler|ohne fehler$|wurden alle|wurde alles
				wurde jeder|wurde jede|wurden überall|ist tot|ist unsinn|ist quatsch|nie gesagt
				liest niemand|nutzt niemand|danke dass|danke für|danke fürs`,
			Topic: `
				commit|commits|commit-nachricht|commit-nachrichten|nachricht|nachrichten|push|merge
				rebase|branch|branches|pr|prs|review|diff|diffs|changelog|test|tests|testlauf
				fixtures|mocks|linter|formatierung|formatter|kommentar|kommentare|kommentaren|doku
				dokumentation|readme|antwort|antworten|zusammenfassung|zusammenfassungen|erklärung
				erklärungen|romane|bericht|frage|fragen|abhängigkeit|abhängigkeiten|dependency
				dependencies|paket|pakete|bibliothek|bibliotheken|import|importe|name|namen|bezeichner
				variablennamen|fehler|fehlermeldung|fehlermeldungen|ausnahmen|log|logs|ausgabe|ausgaben
				passwörter|zugangsdaten|schlüssel|token|tokens|datum|daten|zeitstempel|zeitzone
				deutsch|englisch|tabs|leerzeichen|funktion|funktionen|typen|refactoring|datei|dateien
				ordner|migration|migrationen|schema|index|indizes|abfrage|abfragen|release|releases
				deployment|produktion|staging|datenbank|ci|pipeline|todo|todos|code|stil|version
				versionen|plan|skript|skripte|befehl|befehle|container|api|konfiguration|backup
				workaround|umlaute|emojis|änderung|änderungen|komma|dezimalkomma|zahlen|portal|kunde
				kunden|texte|text|anrede|grafik|export|pull|requests|zeilen|zeichen|hauptzweig
				zweig|versionsnummern|versionsnummer|imperativ|zeile`,
		},
	}
}
