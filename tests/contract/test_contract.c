/* Every game in the list that this program is linked with keeps the contract. */
#include "contract/contract.h"
#include "engine/games.h"

int main(void)
{
    int failed = 0;
    for (int i = 0; engine_games[i]; i++) failed += contract_run(engine_games[i]);
    return failed;
}
