GOFUMPT     := mvdan.cc/gofumpt@v0.12.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
VERSION     ?=
FUZZTIME    ?= 30s
PLATFORMS   := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64

export CGO_ENABLED := 0

.PHONY: build test properties lint golden generate fit accuracy cover bench fuzz dist clean

build:
	go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" -o gpucalc ./cmd/gpucalc

test:
	go test ./...

# Property tests with fresh cases, many more than `make test` draws.
properties:
	go test $$(grep -rl '"pgregory.net/rapid"$$' internal --include=*_test.go | xargs -n1 dirname | sort -u | sed 's#^#./#') \
		-rapid.seed=0 -rapid.checks=1000 -timeout 30m

lint:
	go vet ./...
	test -z "$$(go run $(GOFUMPT) -l . | tee /dev/stderr)"
	go run $(STATICCHECK) ./...

# Rewrites golden files, scripts and README examples; read the diff before committing it.
golden:
	go test ./cmd/gpucalc ./internal/cli ./internal/claims -update

# Rebuilds what is generated from the price sheets.
generate:
	go generate ./...

# Fits the model of training utilisation to published runs, then rebuilds the index that holds it.
fit:
	go run ./internal/fit
	go generate ./...

# Prints every published run as predicted without its organisation's data, with the ratio to what was published, and every
# published memory of a card beside the model's.
accuracy:
	go run ./internal/fit accuracy

cover:
	go test -coverprofile=cover.out ./...
	go tool cover -func=cover.out | tail -1

bench:
	env -u CGO_ENABLED go run ./internal/testkit/startbench -runs 60 -limit 4 # as the README's go run builds
	go test -run '^$$' -bench . -benchtime 200x ./internal/...

fuzz:
	@for pkg in $$(go list ./internal/...); do \
		for f in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$f"; go test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; \
	done

dist:
	@mkdir -p dist
	@for p in $(PLATFORMS); do \
		os=$${p%/*}; arch=$${p#*/}; ext=; [ $$os = windows ] && ext=.exe; \
		GOOS=$$os GOARCH=$$arch go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" \
			-o dist/gpucalc-$$os-$$arch$$ext ./cmd/gpucalc || exit 1; \
	done

clean:
	rm -rf dist gpucalc cover.out
