// Command reverie is long-term memory for coding agents that its user can check.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/seed50391015/reverie/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Main(ctx, os.Args[1:], cli.System())
	stop()
	os.Exit(code)
}
