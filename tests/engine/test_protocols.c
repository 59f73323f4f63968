/* Which protocol is meant: by subcommand, by the program's name, by the first line. */
#include "front/front.h"
#include "test.h"

#include <stdio.h>

static void every_protocol_is_found_by_its_names(void **state)
{
    (void)state;
    for (int i = 0; front_protocols[i]; i++) {
        const FrontProtocol *protocol = front_protocols[i];
        char program[64];
        assert_ptr_equal(front_by_name(protocol->name), protocol);
        (void)snprintf(program, sizeof program, "/usr/bin/yomi-%s", protocol->name);
        assert_ptr_equal(front_by_program(program), protocol);
        (void)snprintf(program, sizeof program, "C:\\Engines\\YOMI-%s.EXE", protocol->name);
        assert_ptr_equal(front_by_program(program), protocol);
        assert_true(protocol->command_count > 0 || protocol->intercept);
        assert_non_null(protocol->result);
    }
    assert_null(front_by_name("uci"));
    assert_null(front_by_program("yomi"));
    assert_null(front_by_program("/opt/yomi-usi/yomi"));
    assert_null(front_by_program(""));
    assert_null(front_by_program("yomi-"));
}

static void first_lines_are_told_apart(void **state)
{
    (void)state;
    assert_ptr_equal(front_by_line(STR_LIT("usi")), front_by_name("usi"));
    assert_null(front_by_line(STR_LIT("hello")));
    assert_null(front_by_line(STR_LIT("")));
    static const struct {
        const char *line, *protocol;
    } others[] = {{"nboard 2", "nboard"},           {"START 20", "gomocup"},     {"ABOUT", "gomocup"},
                  {"INFO max_memory 0", "gomocup"}, {"protocol_version", "gtp"}, {"list_commands", "gtp"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_ptr_equal(front_by_line(str_from(others[i].line)), front_by_name(others[i].protocol));
    }
}

static void no_line_begins_two_protocols(void **state)
{
    (void)state;
    static const char *const lines[] = {"usi", "nboard 2", "START 19", "ABOUT", "INFO rule 1", "name", "1 name"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        int takers = 0;
        for (int p = 0; front_protocols[p]; p++) takers += front_protocols[p]->begins_with(str_from(lines[i]));
        assert_true(takers <= 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_protocol_is_found_by_its_names),
        cmocka_unit_test(first_lines_are_told_apart),
        cmocka_unit_test(no_line_begins_two_protocols),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
