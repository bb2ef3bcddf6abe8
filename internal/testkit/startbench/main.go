// Command startbench measures whole processes: the user and system time of gpucalc's main job against an empty
// program of the same command library, in turns, over many runs. It prints the ratio of the medians.
//
//	go run ./internal/testkit/startbench -runs 60 -limit 4
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	runs := flag.Int("runs", 60, "runs of each program")
	limit := flag.Float64("limit", 0, "fail above this ratio; 0 = never")
	job := flag.String("job", "compare --scenario 4xA100-2w", "arguments of gpucalc")
	flag.Parse()
	if err := run(*runs, *limit, strings.Fields(*job)); err != nil {
		fmt.Fprintln(os.Stderr, "startbench:", err)
		os.Exit(1)
	}
}

func run(runs int, limit float64, job []string) error {
	if runs < 1 {
		return errors.New("at least one run is needed")
	}
	dir, err := os.MkdirTemp("", "startbench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	empty, full := filepath.Join(dir, "empty"), filepath.Join(dir, "gpucalc")
	if err := build(empty, "./internal/testkit/startbench/empty"); err != nil {
		return err
	}
	if err := build(full, "./cmd/gpucalc"); err != nil {
		return err
	}
	var base, ours []time.Duration
	for range runs {
		b, err := cpuTime(empty)
		if err != nil {
			return err
		}
		o, err := cpuTime(full, job...)
		if err != nil {
			return err
		}
		base, ours = append(base, b), append(ours, o)
	}
	return judge(base, ours, limit, strings.Join(job, " "))
}

func judge(base, ours []time.Duration, limit float64, job string) error {
	b, o := median(base), median(ours)
	ratio := float64(o) / float64(b)
	fmt.Printf("%d runs each, user+system time, median: empty %v, gpucalc %s %v, ratio %.2f\n", len(base), b, job, o, ratio)
	if limit > 0 && ratio > limit {
		return fmt.Errorf("the ratio %.2f is above %.2f", ratio, limit)
	}
	return nil
}

// build builds both programs as the README does.
func build(out, pkg string) error {
	cmd := exec.Command("go", "build", "-o", out, pkg)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// cpuTime runs a program and returns the user and system time that it took.
func cpuTime(name string, args ...string) (time.Duration, error) {
	cmd := exec.Command(name, args...)
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w", filepath.Base(name), err)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

func median(d []time.Duration) time.Duration {
	s := slices.Clone(d)
	slices.Sort(s)
	return s[len(s)/2]
}
