package language

func english() Table {
	return Table{
		Tag: "en", Spaced: true,
		Function: `
			the a an and or but if then so of to in on at for from with by as is are was were be been it its this
			that these those i you he she we they me my your our their us them not no do does did don't doesn't
			didn't can can't could would should will won't just have has had what which who how when where why there
			here than too very all any some more most only also into out up down over after before about i'm i'd
			i'll i've it's that's you're we're we've let's isn't aren't wasn't please pls ok yes yeah now get got
			one like still`,
		Lead:   `please pls plz just then and now so also ok okay but well always never instead next kindly hey oh only yes yep no nope go`,
		Opener: `ok|okay|so|now|next|next up|also|and|then|well|hey|oh|oh and|right then|alright|anyway|btw|by the way|actually|first|first off|please|could you|can you|would you|could we|can we|let's|one more thing|one more|one last thing|another thing|last thing|last item|last one|new task|new topic|different matter|different topic|separate thing|on to|moving on to|moving on|back to|quick one|while you're here|while you're at it|while we're at it|before you go|morning|good morning|afternoon|good afternoon|evening|hello|hello again|hi|hiya|pls|could i also have|could i have|can i have|may i have|i need|i'd like`,
		Cues: map[Cue]string{
			Always: `
				always|never|every time|each time|everytime|whenever|ever|at all times|no exceptions
				without exception|each and every|constantly|under no circumstances|in all cases|full stop
				end of story|no ifs|non-negotiable|non negotiable|without fail|consistently|invariably
				hard no|hard requirement|is a must|no-go|is a no|deal breaker|dealbreaker|zero tolerance
				not a single|by all means|no matter what|nothing else|at any time|every last|every single
				quit|stop apolog-|stop say-|stop add-|stop ask-|stop tell-|stop mak-|stop us-|stop writ-
				stop do-|stop creat-|stop put-|stop start-|stop renam-|stop format-|stop touch-
				stop chang-|stop invent-|stop guess-|stop explain-|stop repeat-|stop delet-|stop remov-
				stop rewrit-|^period$`,
			FromNow: `
				from now on|from here on|from here on out|going forward|in future|in the future|henceforth
				from today|as of today|from this point|as of now|starting now|starting today|from then on
				for future|next time|for good|by default|as a rule|in general|as a general rule|generally
				usually want|rule of thumb|the rule is|rule is|standing rule|new rule|hard rule|golden rule
				house rule|now on|moving forward|onwards|for the future|for all future|future prs|keep in mind
				bear in mind|as a habit|make it a habit|default to|standard practice|best practice|make a note
				for the record|in the long run|note for next time|for next time|as standard|is the default
				the default is|in all future|any future|every future|that goes for|this goes for|that applies to
				this applies to|applies to all|applies to every|holds for|same goes for|true for each
				true for every|true for all|anything else|everything else|everywhere else|^remember this
				^remember that|please remember|remember that for|remember for|from this * on|from next * on
				from this * onwards|from here on in|until further notice|as of this|as of next|starting this
				starting next|starting monday|from monday|from this release on|from tomorrow on`,
			Every: `
				every|each|any|anything|everything|nothing|nobody|whatever|wherever|all|no exceptions|only
				no matter|everyone|throughout|this kind of|that kind of|things like|stuff like|anything like
				one * per|one per|even if|even for|even when|even a|even the|everybody|one * at a time|at a time`,
			Here: `
				in this repo|in this repository|in this project|in this codebase|in this code base|in this cli
				in this service|in this package|in this module|in this library|in this crate|in this app
				in this workspace|in this monorepo|in this team|in this company|for this repo|for this project
				this repo|this project|this codebase|this repository|this service|around here|in here
				house style|on this team|of this repo|of this project|in our repo|in our project
				in our codebase|our repo|our codebase|our projects|over here|in this firmware|in this game
				in this engine|in this compiler|in this kernel|in this driver|in this site|in this website
				in this shop|in this store|in this thesis|in this book|in this paper|in this pipeline
				in this cluster|in this backend|in this frontend|in this plugin|in this extension|in this bot
				in this server|in this client|in this tool|in this toolchain|in this stack|in this org
				in this lab|in this group|in this house|in this place|in this schema|in this warehouse
				in this sdk|in this framework|in this code|in this repo we|this app|this service is
				this package|this library|this team|in the repo|in this product|in this system|in our code
				in our stack|in our team|on our team|at our company|in our company|in our org|with us
				for us here|for this codebase|across the codebase|across this codebase|across the repo
				throughout the codebase|throughout the repo|whole codebase|in * here|in our * here`,
			Anywhere: `
				in any repo|any repo|any project|all projects|all repos|every repo|every project
				across repos|across projects|across all|all my projects|all my repos|in all of my|everywhere
				anywhere|goes for everything|goes for all|goes for every|any language|no matter which repo
				no matter the project|not just here|not only here|not just this|not only in this|wherever you
				whatever you|in general|whatever the project|whatever repo|in everything|regardless of|ever`,
			We: englishCustoms,
			Prefer: `
				i prefer|i'd prefer|id prefer|i would prefer|i'd rather|id rather|i would rather|i like|i love
				i hate|i loathe|i dislike|i don't like|i dont like|i can't stand|i cant stand|i want you
				i want to see|i want|i don't want|i dont want|i never want|i always want|i'd like
				i would like you|i'd appreciate|i would appreciate|i appreciate it|sick of|tired of|fed up
				my preference|i find it|i find them|i find that|i expect|drives me|annoys me|annoying|bugs me
				pet peeve|not a fan|big fan|a fan of|i'm allergic|i care about|i don't care for|i insist
				i need you to|i trust|i can't read|i cant read|is easier to read|are easier to read|reads better
				makes my life|would be nice if you|nicer if|i tend to|i favour|i favor|personally|suits me
				works best for me|i'm used to|i am used to|i need to see|i don't need|i only care|i just want
				makes me nervous|i'm picky|i'm not into|i only want|i only need|i'd love|i'd really like
				i'd much rather|my preferred|preferably|ideally|i think in|i read|hard to read|hurts my eyes
				hate it when|i like it when|i appreciate|i value|i never use|i always use|i'd sooner
				i would sooner|i'd like you|i'd ask you|i'd ask that|may i ask|can i ask you|could i ask
				i much prefer|i find|i'd take|over any day|rubs me|i can live without|does my head in
				gets on my nerves|i'm partial to|i'm fond of|give me|would rather|annoy me|bothers me|bother me
				irritates me|irritate me|throws me|throw me|trips me up|confuses me|confuse me|tells me nothing
				tell me nothing|makes me scroll|makes my|drive me|^* over *$|^* over * *$|^* * over *$
				^* * over * *$|i lose track|i get lost|i can't follow|i can't find|i can never find|i can't tell
				i keep losing|nobody can follow|is how i like|i'm happiest`,
			Forbid: `
				don't|dont|do not|no *|not *|never|stop|avoid|without|no more|must not|mustn't|shouldn't
				should not|can't have|cannot|aren't allowed|isn't allowed|forbidden|off limits|nothing|refrain
				skip the|spare me|lay off|hands off|keep your hands off|leave out|nobody needs|enough with
				enough of|quit|no need to|there's no need|you needn't|you need not|you don't have to`,
			Require: `
				must|has to|have to|should|needs to|need to|required|make sure|ensure|be sure
				remember to|remember that|gets a|get a|is to be|are to be|ought to|shall|supposed to
				is mandatory|stick to|stick with|keep to|goes through|go through|belongs|belong|needs
				need|is always|are always|i need you to|let me know|see to it|take care to|be careful to
				do not forget|don't forget|remember`,
			Please: `
				please|pls|plz|kindly|thanks in advance|would you|could you|would you mind|can you please
				can you not|could you please|i beg you|do me a favour|do me a favor|can we|could we|shall we
				how about we|would it be possible|may i ask|could i ask you|can i ask you|would you mind not
				any chance you|any chance we|if you'd be so|be so kind|be so good|if you would|if you please
				would you kindly|mind if|can you|will you|could i|can i|may i|could i also|can i also
				could we also|i could use`,
			If: `
				if you|if you're|if something|if there's|if there is|if a|if an|when you|when you're|whenever
				unless|until you've|until you have|before you|before committing|before * commit|before any
				before every|before each|after you|after every|after each|after any|once you've|once you have
				as soon as|in case|when in doubt|if in doubt|when unsure|if unsure|when adding|when writing
				when naming|when touching|when changing|when a|when something|without asking|without my
				without telling|without checking|ask first|ask before|ask me before|ask me first|tell me first
				check with me|before saying|before claiming|before you say|before review|before pushing
				before merging|before starting|before writing|before changing|before touching|before deleting
				before running|per change|per commit|that touches|which touches|that changes|that adds|for any
				for all|for every|for each|up front|upfront|first thing|before i|before you write
				before any code|in doubt|if it|if that|when an|when the|where possible|if possible|where you can
				without being asked|unasked|unprompted|unless really|unless i|unless it|unless there|unless the
				unless something|unless you|until i|only if|only when|only after|per example|per file
				per function|per class|per test|per task|per module|per ticket|first then|in that order
				before upgrade|before deploy|before release|even a|even for|as you touch|as you go
				going to take longer|takes longer than`,
			Instead: `
				instead|instead of|rather than|over the|use ~ not|not ~ but|as opposed to|replace`,
			Reason: `
				because|since|so that|otherwise|cuz|cos|coz|that's why|thats why|the reason|or else
				it's noise|is noise|so i can|so we can|so they|so people|ends up|end up|takes forever
				too slow|slow|breaks|broke|we had an outage|burned|burnt|bitten|bit us|i can
				i have to|people|nobody|that's when|that's where|that's how|therefore|hence|that way
				so we|we got|got fined|cost us|cost me|bitten by|it hurts|to avoid`,
			Once: englishOccasions,
			Throwaway: `
				throwaway|throw-away|throw away|quick and dirty|quick n dirty|quick hack|one-off script
				one off script|disposable|nothing fancy|just an experiment|spike|delete it after
				delete it afterwards|delete the script|rip it out|rip it|take it out after|i'll delete
				will be deleted|won't be kept|not going to be kept|just playing|poc|proof of concept|mock-up
				demo only|i'll drop it|i'll remove it|i'll take it out|i will remove it|i will drop it
				i'll revert it|we'll revert|we'll remove it|we'll take it out|we turn it back
				i'll change it back|i'll put it back|i'll undo it|just a prototype|a quick prototype
				an experiment|experimental branch|scratch script`,
			Later: `
				later|tomorrow|another day|some day|someday|next week|next month|next sprint|another time
				down the road|monday|on monday|on tuesday|on wednesday|on thursday|on friday|follow-up|followup
				follow up|separate pr|another pr|other pr|some other time|eventually|when i get to it|will do it
				i'll do|we'll do|someone else|in january|in february|in march|in april|in june|in july|in august
				in september|in october|in november|in december|in spring|in summer|in autumn|in winter
				this spring|next spring|next summer|next year|next quarter|next release|next version|next season
				after the holidays|after the break|after the weekend|another release|another sprint
				another round|when i am back|when i'm back|when it arrives|when they arrive|once it arrives
				once they arrive|once i have|when i have|comes with the|comes later|follows later|not before
				not until`,
			Correct: `
				^^no|^^nope|^^nah|^^no no|^^wrong|^^stop|^^whoa|^^wait|^^hold on|^^hang on|^^hey|^^ugh|^^wtf
				^^jesus|^^argh|^^eh|^^hmm|^^oi|^^not like|^^not that|^^um no|^^please don't|^^don't|^^dont
				^^revert|^^undo|not like that|not like this|that's not|thats not|that is not|i said|i didn't say
				i did not say|i didn't ask|i didnt ask|did i ask|did i say|i never asked|i asked for|i asked you
				why did you|why are you|why is there|why on earth|what are you doing|what the|who told you
				you added|you changed|you touched|you deleted|you removed|you forgot|you ignored|you skipped
				you just|undo that|revert that|put it back|take that out|^should|did you|look at the
				that's wrong|thats wrong|is wrong|not ok|not okay|unacceptable|never ok|get rid of|it's too
				its too|way too|too long|too verbose|too much|what is this|nobody asked|no one asked
				that's not how|thats not how|that isn't how|not how we|you've put|you have put|you've changed
				you've added|you've touched|you've removed|you've written|you have added|you shouldn't have
				don't do that|come on|seriously|careful|can you not|could you not|must you|you keep|i never said
				why not|why is the|why are there|what's with|whats with|^^nobody|^^no one|^^careful|^^easy
				^^sigh|^^again|you ask me|you send me|you give me`,
			Refuse: `^no|^nope|^nah|^no no`,
			Again: `
				i told you|told you|i said|as i said|like i said|i already said|already said|already told
				i've said|ive said|we've been over|weve been over|we have been over|how many times
				how often do i|you know that|you know this|you should know|as before|same as last|same story
				again?|^again|not again|yet again|once again|second time|third time|for the third|for the nth
				for the second|keep telling|i keep|keep having to|as usual|as always|same rule|i repeat
				repeat myself|repeating myself|still doing|you keep|as discussed|as agreed|like last time
				like i told|been through this|mentioned before|mentioned this|i mentioned|said that|said this
				said it|same thing here|^again with|^reminder|i did say|did i not say|didn't i say|didn't i tell
				we did have the|we had that conversation|we talked about|we spoke about|remember what i
				as i keep|how many more|i'll say it again|not for the first time|same mistake|keep asking
				keep doing|keep adding|lately you|you * lately|i've asked for|i asked for this|i asked for that
				we've had this|we've had that|same conversation`,
			Revoke: `
				forget what i said|forget what we|forget the rule|forget the old|scratch that|changed my mind
				change of mind|no longer|not anymore|my old rule|old rule|the old rule|rule is dead
				is obsolete|is gone since|are gone since|is history|deprecated|we've moved|we moved
				we switched|we've switched|have switched|we dropped|we dropped it|i take it back
				i take that back|i was wrong|ignore what i said|ignore my earlier|ignore the earlier
				contrary to|instead of what i said|overrides|overrule|used to be|use ~ now|uses ~ now
				we now use|now use|we're now|now uses|now goes|now go|in all repos now|new convention
				new policy|no more of that`,
			Accept: `
				^good|^great|^nice|^perfect|^cool|^fine|^ok|^okay|^k|^yes|^yep|^yup|^yeah|^ya|^thanks|^thank you
				^thx|^ta|^cheers|^awesome|^excellent|^lovely|^sweet|^lgtm|^looks good|^looks great|^look good
				^brilliant|^neat|^alright|^all right|^right|^sure|^agreed|^correct|^exactly|^that's it|^thats it
				^that's good|^thats good|^good stuff|^good job|^well done|^beautiful|^wonderful|^works|^done
				^sorted|^finally|^approved|^ship it|^merge it|looks good|looks great|that works|good to go
				well done|good job|nice one|nice catch|good catch|much better|now that's|love it|i like it
				happy with|thank you|thanks|thx|cheers|lgtm|perfect|approved|^better$|^splendid|^marvellous
				^marvelous|^super|^superb|^fabulous|^smashing|^hooray|^hurray|^hurrah|^yay|^woohoo|^woot
				^stellar|^terrific|^fantastic|^amazing|^outstanding|^impressive|^delightful|^gorgeous
				^magnificent|^spot on|^bang on|^bingo|^bravo|^kudos|^nailed it|^very nice|^very good
				^pretty good|^really good|^really nice|^so good|^that's great|^that's lovely|^that's really
				^that's better|^that's perfect|^that's the one|^that's what i|^that's how|^great work|^nice work
				^good work|^great stuff|^lovely stuff|^legend|^you legend|^you star|^you absolute|^you're a star
				^you beauty|^you rock|^you're the best|^bless you|^much appreciated|^appreciated|^appreciate it
				^makes sense|^that makes sense|^fair|^fair enough|^sounds good|^sounds right|^happy days
				^hallelujah|^phew|^glorious|^just what i|^exactly what i|^grand|^ace|^brill|^wicked|^solid
				^alrighty|^roger|^aye|^righto|^wow|^whew|^yess|^top notch|^first rate|^beaut|^good enough
				^close enough|^that'll do nicely|^no complaints|^no notes|^i'm happy|^happy with|^love that
				^love this|^i love it|^neat-|^tidy|^nifty|^now that's how|^job done|^all set|^i see|^got it
				^understood|^noted|^that * well|^that * nicely|^that reads|^reads well|feels right|looks nice
				looks neat|looks clean|works nicely|so much better|way better|big improvement|^just right
				much cleaner|much nicer|much clearer|what i wanted|what i needed|^as i like it|how i like it
				that's the lot|^splendidly|^yes!!|^spot-on|^crystal clear|^sounds like a plan`,
			Works: `
				works now|works|it works|working now|works in|works for me|works on|works like|works as
				passes|all green|is green|are green|went green|green now|fixed now|is fixed|got fixed
				no longer fails|no more errors|went through|reproduced|deployed fine|that matches|builds now
				runs now|loads now|solved|problem solved|that did it|did the trick|confirmed|verified
				looks right|is right|correct now|shows up now|ok now|fine now|sorted|all good|is clean
				is live|are live|up and running|works on my|works for us|runs fine|works fine|fine on
				works again|is back|back to normal|no longer crashes|can't reproduce it anymore|all tests pass
				tests pass|merged|deployed|shipped it|it's live|that fixes it|that fixed it|that solves it
				numbers match|looks correct|it's fast now|much faster|^* fine|^it * fine|^* * fine
				as expected|as it should|right again|correctly now|behave|behaves|behaving|steady
				stable now|it's there now|shows fine|arrived|opens now|starts now|loads again
				it goes through|they go through`,
			Reject: `
				still broken|still fail|still fails|still failing|still flaky|still red|still wrong|still there
				still not|still the same|still crash-|still gets|still get|still see|still seeing|still dies
				still slow|still happens|still happening|still doesn't|still doesnt|still hangs|still shows
				doesn't work|does not work|doesnt work|didn't work|did not work|didnt work|not working
				isn't working|no change|nothing changed|same error|same result|same problem|same test|worse
				even worse|now it's broken|broke|broken|you broke|red again|fails again|failing again|not fixed
				isn't fixed|not solved|crashes|is useless|useless|wrong result|wrong output|not what i
				that's not it|thats not it|no luck|no good|didn't help|did not help|doesn't help|not good
				still the *|still at|still on|still in|still comes|still goes|still points|still looks
				still takes|still no|got nothing|nothing again|nothing happened|nothing happens|still nothing
				no difference|makes no difference|back again|it came back|comes back|happened again|failed again
				the same as before`,
			GiveUp: `
				leave it|leave it there|leave it at that|leave that|forget it|forget about it|never mind
				nevermind|give up|i give up|giving up|let's stop|lets stop|stop here|we stop here
				i'll take it from here|i'll do it myself|i'll do it by hand|do it myself|someone else will
				she'll take it|he'll take it|they'll take it|will take it|take it over|i'll look at it myself
				i'll ask|revert it all|revert everything|revert all|roll it back|roll back|throw it away
				not worth it|park it|let it go|i have to go|gotta go|have to run|rabbit hole|look at it myself
				i'd rather look at it|do this myself|i'll take over|i take over|bin it|scrap it|revert that
				back it out|let's drop it|lets drop it|let's not|not going anywhere|going in circles|dead end
				revert it|undo it|roll it all back|close the ticket|put it back the way|undo all|undo everything
				take it all out|not worth|forget this|leave it as it was|back to how it was|abandon it
				abandon this|parked for now|dead end then|put it back as|put that back|put everything back
				we'll live with|live with it|i can live with|shelve it|shelve this|leave it be|leave them be
				cut our losses|cutting our losses|no point going on|beat us|stop trying|enough of this
				leave it alone|back to the old|restore the old|as it was before|as it was|back to what
				back to where|back to how|what we had|as we had it|revert your|undo your|revert the
				take them out|take those|rip it out|back to * then|take it all back`,
			PartWay: `
				the rest|rest later|rest tomorrow|not today|i'll think about it|think about it|skip that|skip it
				skip this|skip the rest|leave the rest|the rest can wait|can wait|continue tomorrow
				go on tomorrow|finish tomorrow|pick it up|half of it|part of it|partly|only half|some of it
				not all|not done yet|another day|with a todo|leave that for|does work but|works but|but still
				ok now but|still dies|leave it there for|there for today|pick this up|pick it up again
				park it for|leave it there|leave it at this|that'll do|that will do|will have to do|good for now
				fine for now|ok for now|okay for now|do for now|good enough for now|good enough for today
				good enough for this|better than none|better than nothing|i'll think it over|think it over
				sleep on it|i'll mull|kick off the rest|do the rest|some other week|some other day
				next time around|later this week|later today|after lunch|in the morning|the other half
				half is better|to be continued|resume|once they reply|when they answer|when i hear back
				waiting for|wait for them|wait until they|i'll report back|this part|what we have
				as far as it goes`,
			Next: `
				^next|^now let's|^now lets|^another thing|^another one|^one more|^one more thing|^last thing
				^last one|^lastly|^new task|^new topic|^different topic|^different thing|^moving on|^on to|^onto
				^next up|^next one|^next thing|^now to|^then there's|^separate thing|^separately|^unrelated
				^other thing|^second thing|^after that|^while you're at it|^while ~ churns|^while we wait
				^while that runs|^while ci|^switching|^change of topic|^let's do|^lets do|^let's wrap|^lets wrap|^to wrap up|^let's move|^lets move
				^back to|^big one|^small one|^quick one|^side quest|^also the|^also there's|^now for|^now the
				^part two|^step two|worker now|now the|^next task|^next step|^follow-up|^ticket|^todo
				^other problem|^another problem|^another bug|^new bug|^two more|^while you're|^while you are
				^while we're|^while we are|^next topic|^next problem|^new one|^one other thing|^other than that
				^another|^something else|^something different|^on another note|^different question|^ok next
				^also could you|^also can you|^also please|^can you also|^could you also|^and one more
				^and another|^* now$|^the * now$|^* next$|^the * next$|^then * next$|^* * next$|^* * * next$
				^on to the next|^and the ~ too|^and the ~ as well|^and now the|^and one last|^last item
				^next item|^first item|^second item|^since we've|^since there's|^with the time left
				^as we have time|^if there's time|^since we have|^then another|^one thing more|^fresh topic
				^new thing|^on a different|^a different|^different|^actually before you go|^before you go
				^oh before you go|^one more before|^while i have you|^while i've got you|^while you're here
				^since you're here|^oh and could|^oh and can|^also a favour|^also a favor|^small favour
				^small favor|^a favour|^a favor|^another request|^another small|^another quick|^separate issue
				^separate problem|^separate question|^then * the|^then * our|^then * all|^and then * the
				^then * my|^and then this|^and this|^and then there|^now this|^then this|^then there is
				^and then we|^here's another|^here is another|^plus one|^another matter|^new ticket|^onwards
				^carrying on with|^continuing with|^let's continue|^let's turn|^on we go|^let's look at
				^let's tackle|^time for`,
			Also: `
				^also|^and also|^btw|^by the way|^oh and|^plus|^actually|^while|^in addition
				^additionally|^besides`,
			Commit: `
				commit|commit it|commit this|commit that|push|push it|merge|merge it|ship it|publish
				tag it|amend|squash|open a pr|open the pr|make a pr|land it|stage it`,
			GoOn: `
				^go|^go ahead|^go on|^yes|^yep|^yeah|^do it|^do that|^sure|^ok|^please do|^proceed
				^continue|^carry on|^go for it|^keep going|^a|^b|^option|^both|^the first|^the second
				^first one|^second one`,
			Narrate: `
				i always|i never|i usually|i often|i sometimes|i once|i used to|i was|i went|i had|i ate|i eat
				i drink|i slept|i forgot|last week i|last night|yesterday i|my wife|my husband|my kid|my kids
				my dog|my cat|my boss|my colleague|haha|lol|lmao|did you know|did you ever|ever wonder
				remember when|they always|they never|he always|he never|she always|she never|it always|it never
				always fails|always ends|always breaks|always happens|never works|never worked|my build
				my laptop|my machine|i always procrastinate|cold today|i'm bored|i'm tired|so tired|long day
				my birthday|my flight|my train|my weekend|the weekend|at lunch|for lunch|get lunch|grab lunch
				had lunch|for dinner|coffee machine|coffee break|grab a coffee|need coffee|on holiday
				on vacation|the weather|a beer|the gym|i've been|i'd been|i have been|i had been|i spent|i tried
				i've tried|i had to|was never|were never|has never|have never|had never|never was|was always
				were always|has always|have always|had always|i ought to|i really ought|i really should
				i should have|i should've|i was about to|i nearly|i almost|i thought|last month i|this morning i
				apparently|turns out|rumour has it|i hear`,
			Hedge: `
				not sure|unsure|untested|not tested|haven't tested|haven't run|have not run|didn't run
				did not run|couldn't run|could not run|can't run|cannot run|can't verify|cannot verify
				couldn't verify|unverified|not verified|not applied|can't reproduce|cannot reproduce|can't test
				cannot test|couldn't test|no way to test|should work|i think|i believe|probably|might|may not
				i don't have access|don't have access|unexplained|is a guess|my guess|would be a guess|i'd need
				you'd need to|you would need to|please check|please try|not fixed|did not fix|not done|remaining
				left to do|still to do|can't drop|can't see|haven't planned|haven't verified|haven't checked
				haven't built|haven't deployed|don't know whether|i don't know|couldn't see|could not see
				couldn't reach|could not reach|couldn't check|can't confirm|cannot confirm|can't tell
				cannot tell|no access|without access|i have no|not able to|unable to|it could be|could be the
				might be|may be the|would need|needs a|needs someone|hasn't been run|has not been run
				not been tested|never ran|didn't verify|nothing to test|can't say|i haven't|i have not|i didn't
				i did not|i couldn't|i could not|i can't|i cannot|i was unable|blocked|in this sandbox
				no network|will check|i'll check|i'll try|will try|i'll test|will test|i'll see|we'll see
				let's see|i'll verify|i'll have a look|i'll give it a|i'll run it|we'll know|i'll find out
				have to see|needs testing|on real hardware`,
			ForYou: `
				for you|you may|you may not|you can't|you cannot|you don't|you dont|you never|you always
				you must|you have to|you are not|you're not|you should|your job|you only|you keep to
				you don't get to|is mine|are mine|my job|i do that|i decide|up to me|you needn't|you need not
				you don't have to|you don't need to|no need to`,
			Spec: `
				the * must|the * should|the * always|the * never|the * has to|the * needs to|it must
				it should|it always|it never|users should|the user|users can|the button|the page
				the endpoint|the worker|the server should|the client should|the response|returns|timeout
				retries|retry|per request|at most|at least|up to|max|default|ms|seconds|minutes
				percent`,
			Permit: `
				is fine|are fine|it's fine|its fine|is ok|is okay|that's ok|thats ok|doesn't matter
				does not matter|doesn't have to|don't have to|dont have to|no need|needn't|don't need
				dont need|don't bother|dont bother|you can|feel free|i don't mind|i dont mind|no problem
				no worries|no rush|never mind|nvm|don't worry|dont worry|no idea|not sure|not bad
				not yet|no wait|no one|if you have to|if you like|if you want|if needed|whatever works`,
			Back: `that|this one|it|same|that one|this`,
			Conduct: `
				answer|answers|reply|replies|summary|summaries|recap|essay|essays|explanation|explanations|lines
				ask me|ask|asking me|tell me|tell|show me|come back to me|guess|guessing|done|say done|commit
				commits|push|pushing|you print|print|comments|dependency|dependencies|deps|env files|secrets
				passwords|credentials|plan|diff|workaround|workarounds|early returns|emoji|emojis|english|dates
				questions|apologize|apologies|sorry|let me know|know|german|french|language|respond|responses
				quote|table|tables|bullet|bullets|prose|headline|verdict|options|confirm|confirmation|approval
				permission|opinion|estimate|estimates|unsure|before i see it|you send me|send me|attach
				look at it|for review|so i can look|paste|pasting|diffs|repeat|repeating|screenshot|screenshots
				link|links|explain|explaining|announce|warn|wait|hand me|give me|say so
				recommend|recommendation|recommendations`,
			Tell: `
				by the way|btw|fyi|heads up|heads-up|note that|just so you know|so you know|for info
				for your information|one remark|one thing|small thing|note to|small note|quick note
				word of warning|be aware|keep in mind|in case you|one request|small request|a request
				one more rule|a rule|one rule|please note|one nit|nitpick|^reminder|a word on|a word about
				a note on|a note about|one word on|a thought on|a remark on`,
			Almost: `
				better|closer|almost|nearly|mostly|good enough|partly|not quite|not perfect|half way|halfway
				some of|still|only * of|most of|good start|a start|this part|that part|halfway there
				half the battle|not all of it|for the most part`,
			Definite: `the|this|that|these|those|it|them|there`,
			Bye: `
				done for today|done for the day|that's me done|that's me for|that's it for today
				that's all for today|that's all from me|call it a day|calling it a day|see you|see ya|cya|bye
				goodbye|good night|have a nice|have a good|have a great|enjoy your|enjoy the weekend|ta-ra|ta ra
				cheerio|talk later|until next time|signing off|heading home|going home|off home|knocking off
				home time|till tomorrow|speak tomorrow|i'm off|i'm out|over and out|nothing else|that is all
				that's all|that's everything|we're done|we are done|all done here`,
			Lacks: `
				still|not yet|isn't done|is not done|not done|aren't done|remain|remains|remaining|left to do
				is left|are left|left out|i left|to be done|todo|is missing|are missing|isn't wired|not wired
				not hooked|not implemented|isn't implemented|isn't handled|not handled|doesn't cover|not covered
				isn't covered|only half|halfway|partially|partly|so far|is open|stays open|unfinished
				not finished|isn't finished|incomplete|except for|doesn't work|does not work|not supported
				isn't supported|haven't done|haven't touched|haven't converted|haven't moved|have not|yet to
				can continue|will follow|the rest|untouched|skipped|out of reach|rest of|pending|outstanding
				unsolved|unresolved|is only|are only|isn't corrected|only logged|isn't there|aren't there
				isn't in|aren't in|but not|isn't possible|is not possible|not in yet|comes later|i didn't touch
				i did not touch|i kept|stays as`,
			Denies: `
				not|no|can't|cannot|won't|don't|doesn't|isn't|aren't|wasn't|weren't|without|only|except|nothing
				none`,
			Verb:   englishVerbs,
			Report: englishReports,
			Topic:  englishTopics,
		},
	}
}
