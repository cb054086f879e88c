package language

// englishVerbs are the imperatives of the trade.
const englishVerbs = `
	^use|^write|^make|^add|^put|^keep|^leave|^run|^show|^tell|^ask|^give|^commit|^push|^squash
	^split|^move|^rename|^remove|^delete|^drop|^fix|^check|^test|^log|^print|^call|^name|^format
	^document|^wrap|^return|^assert|^prefer|^stick|^follow|^do|^let|^try|^look|^find|^read|^start
	^stop|^skip|^take|^get|^set|^change|^update|^bump|^revert|^undo|^rebase|^merge|^open|^close
	^create|^build|^deploy|^install|^wire|^hook|^switch|^replace|^convert|^extract|^inline|^flatten
	^sort|^clean|^refactor|^implement|^explain|^list|^summarise|^summarize|^answer|^reply|^say
	^include|^exclude|^ignore|^bring|^pass|^import|^export|^store|^save|^load|^compare|^verify
	^ensure|^handle|^cover|^mock|^stub|^pin|^lock|^upgrade|^downgrade|^enable|^disable|^escape
	^quote|^render|^draw|^tag|^release|^publish|^ship|^rip|^grep|^mind|^hold|^wait|^confirm|^report
	^mention|^note|^remember|^forget|^cap|^limit|^raise|^lower|^throw|^catch|^link|^mount|^migrate
	^seed|^dump|^restore|^reset|^rerun|^redo|^repeat|^spell|^indent|^align|^trim|^strip|^parse
	^validate|^sanitize|^encode|^cache|^profile|^benchmark|^measure|^investigate|^debug|^reproduce
	^diagnose|^figure|^work|^turn|^bind|^expose|^hide|^group|^order|^filter|^map|^sum|^count
	^generate|^regenerate|^compile|^package|^bundle|^sign|^encrypt|^rotate|^revoke|^sprinkle|^insert
	^append|^design|^draft|^sketch|^propose|^suggest|^review|^approve|^port|^translate|^localize
	^spin|^scale|^patch|^backport|^cherry-pick|^go`

// englishTopics are what agents do, and are told about, again and again.
const englishTopics = `
	commit|commits|committing|commit message|commit messages|message|messages|subject|subjects|push
	pushing|force-push|force push|merge|merging|rebase|branch|branches|pr|prs|pull request
	pull requests|review|diff|diffs|changelog|test|tests|testing|test run|coverage|fixture|fixtures
	mock|mocks|snapshot|snapshots|lint|linter|format|formatting|formatter|comment|comments|docstring
	docstrings|docs|doc|documentation|readme|answer|answers|answering|reply|replies|summary
	summaries|explanation|explanations|explain|essay|essays|emoji|emojis|recap|report|reports
	question|questions|dependency|dependencies|deps|dep|package|packages|library|libraries|import
	imports|name|names|naming|variable names|error|errors|exception|exceptions|log|logs|logging
	log lines|print|prints|secret|secrets|credentials|password|passwords|token|tokens|key|keys|env
	env files|.env|date|dates|timestamp|timestamps|time zone|timezones|spelling|english|indent
	indentation|tabs|spaces|function|functions|types|type hints|any|nesting|returns|refactor
	refactoring|file|files|folder|generated|migrations|migration|schema|index|indexes|queries|query
	release|releases|deploy|deploys|deployment|production|prod|staging|database|ci|pipeline|todo
	todos|code|style|version|versions|plan|flag|flags|script|scripts|command|commands|sudo|container
	containers|api|apis|endpoint|endpoints|config|backup|backups|license|headers|url|urls|workaround
	workarounds|workflow|specs|spec|expectation|expectations|allocation|enum|enums|class|classes
	view|views|screenshot|columns|column|sql|joins|keywords|unit|units|hooks|component|components
	css|colors|colours|palette|chart|charts|plots|figures|figure|table|tables|module|modules
	resource|resources|terraform|apply|applies|image|images|binary|binaries|artifact|artifacts
	locale|translation|translations|wording|grammar|citation|citations|state|globals|constants
	magic numbers|inheritance|patch|patches|macros|pointers|threads|locks|async|callbacks|promises
	retries|timeouts|loops|regex|handler|handlers|service|services|controller|controllers|model
	models|business logic|logic|struct|structs|interface|interfaces|trait|traits|generics|assertions
	assert|asserts|seeds|sample|samples|example|examples|notebook|notebooks|cell|cells|seed|random
	diagram|diagrams|tooling|tool|tools|editor|terminal|shell|make|makefile|docker|dockerfile|export
	exports|page|pages|list|lists|cluster|limit|size|rule|rules|ids|annotations|annotation`
