/* Every game in the list that this program is linked with keeps the contract; with a name, that game. */
#include "contract/contract.h"
#include "engine/games.h"

#include <string.h>

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 0; engine_games[i]; i++) {
        if (argc < 2 || strcmp(argv[1], engine_games[i]->name) == 0) failed += contract_run(engine_games[i]);
    }
    return failed;
}
