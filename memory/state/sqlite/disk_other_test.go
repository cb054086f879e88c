//go:build unix && !linux

package sqlite_test

import (
	"context"
	"errors"
	"syscall"
)

// Disks of their own are mounted on Linux alone.

func asNobody() *syscall.SysProcAttr { return nil }

func childSealed(context.Context, string) error { return errors.ErrUnsupported }

func childSealedAfterReader(context.Context, string) error { return errors.ErrUnsupported }

func childFull(context.Context, string) error { return errors.ErrUnsupported }
