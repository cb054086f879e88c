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

// englishCustoms are how a house names what it does.
const englishCustoms = `
	we use|we don't|we dont|we do not|we never|we always|we only|we keep|we go with|we stick|we run
	we write|we put|we call|we name|we prefer|we follow|we have a rule|we agreed|we decided|we like
	we avoid|we target|we support|we tag|we pin|we log|we return|we wrap|we test|we commit|we branch
	we rebase|we merge|we squash|we deploy|we ship|we format|we build|we treat|we require
	our convention|our conventions|our style|our rule|our rules|our policy|our standard
	our standards|our guideline|our guidelines|how we do|how we did it|the way we|convention is
	conventions are|policy is|company policy|team rule|team rules|team voted|team decided
	standard is|house rules|lives in|live in|belong in|belongs in|belong under|belongs under|goes in
	goes under|goes into|go in|go under|the convention|the norm|the policy|not allowed|isn't allowed
	aren't allowed|off limits|off-limits|is banned|are banned|is forbidden|are forbidden|we're a
	we are a|has no place|have no place|is how we|are how we|we've agreed|we have agreed|team agreed
	as everywhere else|like everywhere else|the rest of the suite|the rest of the code
	is standard here|on style|style remark|style note|style nit|coding style|code style|as for style
	we've standardised|we've standardized|we standardised|we standardized|is our convention|it's our
	its our|that's our|we have|our way|the way the rest|we care about|we expect|we insist
	we don't do|we dont do|we won't|we no longer|we spell|we version|we're on|we are on
	doesn't belong|don't belong|does not belong|* here is|* here are|* here goes|* here go
	* here means|all our|across our|all of our|every one of our|is spelled|are spelled|^our|our own
	anything we|everything we|whatever we|it's * here|it is * here|has been since|been the deal
	the deal is|that's the deal|goes in front of|comes before|comes with a|comes with its
	come with a|gets its own|has its own|isn't done until|is not done until|not done until
	isn't a * until|is not a * until|is not a fix|isn't a fix|is no fix|is not an option
	isn't an option|is not how|isn't how|is not a reason|no excuse|are the only|is the only
	over here we|at ours|house rule|* is king|is sacred|are sacred|is gospel|is law|read from
	are read from|is read from|are kept in|is kept in|are stored in|nobody * without
	no one * without|everyone uses|everybody uses|what everyone|like everyone|like the others
	whole tree|everywhere in the|the others do`

// englishOccasions bind a request to its occasion.
const englishOccasions = `
	for now|this time|this once|just once|just this once|for once|just here|only here|today|tonight
	this morning|this afternoon|this week|right now|at the moment|for the moment|for the time being
	temporarily|temporary|in this pr|in this mr|in this branch|in this commit|this pr|this mr
	on this branch|on this one|this one time|for this one|for this run|this one|this run|one time
	one-time|one-off|one off|this branch|this build|for this * only|until we've|this release|for this release|for this demo|for the demo|until friday
	until monday|until tomorrow|until i|until then|until the|till i|till the|until we|till we
	as an exception|exceptionally|for this task|for this ticket|for this change|for this file
	for this test|for this function|for this session|in this session|this session|in this case
	in this test|just the once|one more time|before the demo|after the demo|while ~ is down
	while ~ is frozen|is frozen|to get us through|to unblock|stopgap|as a hotfix|this hotfix
	not this time|this particular|just for this|only for this|for the next|not today|not now|not yet
	don't run anything|don't touch anything|for a start|to start with|to begin with|on saturday
	on sunday|on monday|on tuesday|on wednesday|on thursday|on friday|this saturday|this sunday
	this weekend|this month|until saturday|until sunday|by friday|by monday|afterwards
	again afterwards|while we wait|until the release|until next|only for the|only for today
	during the|for the pilot|for the trial|for the duration|over the holidays|for the weekend
	for the week|until it's approved|for this customer|just this|only this|just that|only that
	make an exception|not just yet|in this change|in this pull request|in this merge request
	this pull request|this merge request|in this patch|in this round|this round|in this iteration
	this iteration|for this pull request|for this patch|for this backfill|for this migration
	for this deploy|for this deployment|for this rollout|for this report|for this page
	for this screen|for this table|for this import|for this batch|for this experiment
	for this incident|for this upgrade|for this version|for this step|for this round
	for this iteration|for this job|for this script|for this window|for this ~ change|for this ~ run
	for this ~ release|for this ~ migration|for this upload|for this call|with this change
	on this change|until tuesday|until wednesday|until thursday|by tuesday|by wednesday|by thursday
	by saturday|by sunday|by tonight|by tomorrow|by noon|by the end of|until the end of|till monday
	till friday|till tomorrow|before the deadline|before the weekend|overnight|for the night
	this quarter|this semester|this term|this week's|today's|for today|just today|on my machine only
	as a stopgap|as a first step|first pass|in this pass|as a quick|right away|for a bit
	for a few days|for a while|for the next few|for this sprint|in this sprint|only this sprint
	just this sprint|till then|for * class|for * demo|for * meeting|for * visit|for * show
	for * launch|for * call`

// englishReports tell what has happened or how things stand.
const englishReports = `
	nothing reads|nothing uses|nothing calls|nothing is missing|nothing is lost|nothing is broken
	nobody uses it|was always empty|was never used|^the ~ have been|^the ~ has been
	^half ~ have been|^most ~ have been|are all back|are all up|are all gone|are all done
	are all migrated|are all moved|are all merged|are all fixed|are all there|all over$|is dead
	are dead|is rubbish|are rubbish|is nonsense|are rebuilt and|is deployed$|are deployed$
	is rebuilt$|are rebuilt$|is restored$|are restored$|is migrated$|are migrated$|no errors
	no warnings|no failures|^i checked|i never said|i never asked|^all ~ were|^all ~ have been
	^every ~ has been|^everything has|^everything was|^nothing has|^nothing was|^none of
	^nothing * it|^nobody * it|^nothing ~ broke|goes through$|go through$|went through|thanks for
	thank you for|thx for|cheers for`
