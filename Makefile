# The program for engine farms (OpenBench and its relatives), without any third-party library:
#
#     make EXE=yomi CC=clang EVALFILE=path/to/shogi.net
#     ./yomi bench           ends in "nodes N", "nps N"
#
# It speaks all protocols and has the commands that need only the engine; `serve`, `match`, `tune` and `analyse` are in
# the whole program, which CMake builds (run.sh). Flags and lists follow cmake/Yomi.cmake and src/games.list.

EXE ?= yomi
EVALFILE ?= data/shogi.net
OPTIMIZE ?= -O3
BUILD ?= build/make-$(notdir $(CC))
ifeq ($(origin CC),default)
CC := cc
endif

GAMES := $(shell cat src/games.list)
VERSION := $(shell grep -o 'yomi VERSION [0-9.]*' CMakeLists.txt | tail -1 | cut -d' ' -f3)
PARTS := base search nn $(GAMES) engine record tool front
COMMANDS := main app commands_engine cmd_bench cmd_games cmd_perft cmd_play cmd_protocol cmd_puzzles cmd_solve \
            common/opening paint puzzle_play typed_move
OTHER_SYSTEMS := %_windows.c %_wasm.c %_given.c

MACHINE := $(shell $(CC) -dumpmachine)
ifeq ($(findstring x86_64,$(MACHINE)),)
OTHER_MACHINES := %_avx2.c %_avx512.c
endif

SOURCES := $(filter-out $(OTHER_SYSTEMS) $(OTHER_MACHINES),$(shell find $(addprefix src/,$(PARTS)) -name '*.c' | LC_ALL=C sort))
SOURCES += $(COMMANDS:%=src/app/%.c)
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/games.o $(BUILD)/records.o $(BUILD)/tools.o

override CPPFLAGS += -D_GNU_SOURCE -DNDEBUG -DYOMI_VERSION='"$(VERSION)"' -Isrc -Iinclude -MMD -MP
override CFLAGS += -std=c17 $(OPTIMIZE) -pthread -fno-common -fno-strict-aliasing -ffp-contract=off -fvisibility=hidden
AVX2 := -mavx2 -mbmi -mbmi2 -mpopcnt -mlzcnt
AVX512 := -mavx512f -mavx512vl -mavx512bw -mavx512cd -mavx512dq -mavx512vbmi -mavx512vbmi2 -mavx512vpopcntdq

$(EXE): $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm -pthread

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(EXTRA) -c -o $@ $<

$(BUILD)/%.o: $(BUILD)/%.c
	$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(BUILD)/src/othello/tree/tree_avx2.o: EXTRA = -falign-functions=64 $(AVX2)
$(BUILD)/src/othello/tree/tree_avx512.o: EXTRA = -falign-functions=64 $(AVX2) $(AVX512)
$(BUILD)/src/shogi/eval/net_default.o: EXTRA = -DSHOGI_NET_FILE='"$(EVALFILE)"'
$(BUILD)/src/shogi/eval/net_default.o: $(EVALFILE)
$(BUILD)/src/othello/eval/weights_default.o: EXTRA = -DOTHELLO_WEIGHTS_FILE='"data/othello.weights"'
$(BUILD)/src/othello/eval/weights_default.o: data/othello.weights
$(BUILD)/src/gomoku/eval/net_default.o: EXTRA = -DGOMOKU_NET_FILE='"data/gomoku.weights"'
$(BUILD)/src/gomoku/eval/net_default.o: data/gomoku.weights
$(BUILD)/src/%/tools/puzzles.o: EXTRA = -DPUZZLES_FILE='"data/puzzles/$(word 2,$(subst /, ,$<)).txt"'

# list(FILE, INCLUDE, TYPE, SUFFIX, BRACKETS, LIST, SIGN): what every game has, in the order of src/games.list.
define list
	@mkdir -p $(BUILD)
	@{ echo '#include "$(2)"'; \
	   for game in $(GAMES); do echo "extern $(3) $${game}$(4)$(5);"; done; \
	   printf '%s = {' '$(6)'; for game in $(GAMES); do printf '%s, ' "$(7)$${game}$(4)"; done; echo 'NULL};'; } >$(1)
endef

$(BUILD)/games.c: src/games.list
	$(call list,$@,engine/games.h,const Game,_game,,const Game *const engine_games[],&)
$(BUILD)/records.c: src/games.list
	$(call list,$@,record/record.h,const RecordFormat *const,_records,[],const RecordFormat *const *const record_lists[],)
$(BUILD)/tools.c: src/games.list
	$(call list,$@,tool/game_tools.h,const GameTools,_tools,,const GameTools *const game_tools[],&)

# Other flags or another network build anew.
$(BUILD)/flags: FORCE
	@mkdir -p $(BUILD)
	@echo '$(CC) $(CPPFLAGS) $(CFLAGS) $(EVALFILE)' | cmp -s - $@ || echo '$(CC) $(CPPFLAGS) $(CFLAGS) $(EVALFILE)' >$@

clean:
	rm -rf $(BUILD) $(EXE)

.PHONY: clean FORCE
-include $(OBJECTS:.o=.d)
