package memory

// Settings are the `[memories]` keys of the configuration file. The tags carry what the
// configuration page prints and what the loader enforces: the default, the range that a
// value is clamped to, and the meaning.
type Settings struct {
	Generate                 bool     `toml:"generate_memories" default:"true" help:"New threads may be learned from; false marks them disabled."`
	Use                      bool     `toml:"use_memories" default:"true" help:"Hand memories to sessions; false stops the prompt and the tools, not the learning."`
	DisableOnExternalContext bool     `toml:"disable_on_external_context" default:"false" help:"A thread that used a web search, a tool search or an external MCP server is not learned from. Alias: no_memories_if_mcp_or_web_search."`
	MaxRawMemories           int      `toml:"max_raw_memories_for_consolidation" default:"256" clamp:"1,4096" help:"How many stage-1 outputs one consolidation selects."`
	MaxUnusedDays            int      `toml:"max_unused_days" default:"30" clamp:"0,365" help:"Days after its last use in which an output is selected; 0 selects nothing."`
	MaxRolloutAgeDays        int      `toml:"max_rollout_age_days" default:"10" clamp:"0,90" help:"Older sessions are not extracted unless --since asks for them."`
	MaxRolloutsPerStartup    int      `toml:"max_rollouts_per_startup" default:"2" clamp:"1,128" help:"How many sessions one background run extracts; a sync by hand has no such limit."`
	MinRolloutIdleHours      int      `toml:"min_rollout_idle_hours" default:"6" clamp:"0,48" help:"A session must have been idle so long before it is extracted."`
	MinRateLimitRemaining    int      `toml:"min_rate_limit_remaining_percent" default:"25" clamp:"0,100" help:"A background run that an embedding program starts stays away when less than this is left of a rate limit."`
	ExtractModel             string   `toml:"extract_model" default:"" help:"Model of phase 1. Accepted so that a configuration can be shared, without effect: this version works by rules alone."`
	ConsolidationModel       string   `toml:"consolidation_model" default:"" help:"Model of phase 2. Accepted so that a configuration can be shared, without effect: this version works by rules alone."`
	ExtensionRetentionDays   int      `toml:"extension_retention_days" default:"14" clamp:"0,365" help:"Days that dated resources of an extension are kept."`
	Sources                  []string `toml:"sources" default:"cli,vscode,custom:atlas,custom:chatgpt" help:"Kinds of sessions that are learned from; \"*\" for all."`
	TTL                      TTL      `toml:"ttl"`
}

// TTL are the `[memories.ttl]` keys: days after which a kind of memory is left out of
// handbook and prompt; 0 means never.
type TTL struct {
	Preference  int `toml:"preference" default:"0" clamp:"0,36500" help:"Days a preference stays; 0: for good."`
	Procedure   int `toml:"procedure" default:"0" clamp:"0,36500" help:"Days a procedure (a command, a failure with its fix) stays; 0: for good."`
	Environment int `toml:"environment" default:"0" clamp:"0,36500" help:"Days a fact about the environment stays; 0: for good."`
	Task        int `toml:"task" default:"0" clamp:"0,36500" help:"Days a task entry stays; 0: for good."`
}
