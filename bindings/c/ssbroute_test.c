/* The C interface from C; prints TAP. */
#include "ssbroute.h"

#include <stdio.h>
#include <string.h>

/* A literal as a text and its size. */
#define TEXT(literal) literal, sizeof(literal) - 1

static int checks;
static int failures;

static void check(int holds, char const* what) {
    ++checks;
    if (!holds) ++failures;
    printf("%s %d - %s\n", holds ? "ok" : "not ok", checks, what);
}

static int failed_at(ssbroute_result* result, char const* where) {
    int const same = ssbroute_result_status(result) == SSBROUTE_WRONG_INPUT &&
                     strcmp(ssbroute_result_where(result), where) == 0;
    if (!same) printf("# %s | %s\n", ssbroute_result_where(result), ssbroute_result_text(result));
    ssbroute_result_free(result);
    return same;
}

static int is_answer(ssbroute_result* result, char const* expected) {
    int const same = ssbroute_result_status(result) == SSBROUTE_DONE &&
                     strcmp(ssbroute_result_text(result), expected) == 0 &&
                     ssbroute_result_size(result) == strlen(expected);
    if (!same) printf("# %s\n", ssbroute_result_text(result));
    ssbroute_result_free(result);
    return same;
}

static int contains(ssbroute_result* result, char const* part) {
    int const found =
        ssbroute_result_status(result) == SSBROUTE_DONE && strstr(ssbroute_result_text(result), part) != NULL;
    if (!found) printf("# %s\n", ssbroute_result_text(result));
    ssbroute_result_free(result);
    return found;
}

static int is_wrong(ssbroute_result* result, char const* where, char const* text) {
    int const same = ssbroute_result_status(result) == SSBROUTE_WRONG_INPUT &&
                     strcmp(ssbroute_result_where(result), where) == 0 &&
                     strcmp(ssbroute_result_text(result), text) == 0;
    if (!same) printf("# %s | %s\n", ssbroute_result_where(result), ssbroute_result_text(result));
    ssbroute_result_free(result);
    return same;
}

static char const scenario[] =
    "{\"instance\": {\"databases\": [{\"name\": \"Sales\"}, {\"name\": \"msdb\"}]},"
    " \"message\": {\"origin_database\": \"Sales\", \"to_service_name\": \"OrderParts\"}}";
/* A service that the instance lacks, and a LOCAL route: documents contradict each other. */
static char const absent_service[] =
    "{\"instance\": {\"databases\": [{\"name\": \"Sales\", \"routes\": [{\"name\": \"R\", \"address\": "
    "\"LOCAL\"}]},"
    " {\"name\": \"msdb\"}]},"
    " \"message\": {\"origin_database\": \"Sales\", \"to_service_name\": \"OrderParts\"}}";

static ssbroute_oracle* oracle_with(char const* options) {
    ssbroute_oracle* oracle = NULL;
    ssbroute_result_free(ssbroute_oracle_new(options, strlen(options), &oracle));
    return oracle;
}

static void test_versions(void) {
    check(ssbroute_interface_version() == SSBROUTE_INTERFACE_VERSION, "the header is the library's");
    check(strcmp(ssbroute_version(), VERSION) == 0, "the library has the project's version");
}

static void test_oracles(void) {
    ssbroute_oracle* oracle = NULL;
    check(is_answer(ssbroute_oracle_new(NULL, 0, &oracle), "") && oracle != NULL,
          "an oracle without options");
    check(is_answer(ssbroute_decide(oracle, scenario, strlen(scenario)),
                    "{\"permitted\":[{\"outcome\":\"delay\"}],\"contested\":[]}"),
          "a decision");
    check(contains(ssbroute_explain(oracle, scenario, strlen(scenario)), "\"trace\":[{\"rule\":\"SCOPE-1\""),
          "an explanation");
    check(is_answer(
              ssbroute_decide(oracle, absent_service, strlen(absent_service)),
              "{\"permitted\":[{\"outcome\":\"delay\"}],\"contested\":[{\"outcome\":\"drop\",\"readings\":"
              "{\"absent-service-outgoing\":\"drop\"}}]}"),
          "a contested outcome");
    ssbroute_oracle_free(oracle);

    oracle = oracle_with("{\"readings\": {\"absent-service-outgoing\": \"drop\"}, \"contested\": false}");
    check(is_answer(ssbroute_decide(oracle, absent_service, strlen(absent_service)),
                    "{\"permitted\":[{\"outcome\":\"drop\"}],\"contested\":[]}"),
          "another preferred answer, and nothing contested");
    ssbroute_oracle_free(oracle);
    ssbroute_oracle_free(NULL);
}

static void test_wrong_input(void) {
    ssbroute_oracle* oracle = oracle_with("");
    char const unknown[] = "{\"contested\": true, \"reading\": {}}";
    ssbroute_oracle* none = oracle;
    check(is_wrong(ssbroute_oracle_new(unknown, strlen(unknown), &none), "/reading",
                   "/reading: unknown member, expected one of readings, contested") &&
              none == NULL,
          "an unknown option");
    check(is_wrong(ssbroute_decide(oracle, TEXT("{}")), "", "expected a member 'instance'"),
          "a member that is missing");
    check(is_wrong(ssbroute_decide(oracle, TEXT("{\"instance\": 1}")), "/instance",
                   "/instance: expected an object, found 1"),
          "a member of another type");
    check(is_wrong(ssbroute_decide(oracle, NULL, 0), "", "expected JSON, found nothing"), "no text");
    check(failed_at(ssbroute_decide(oracle, TEXT("{\n \"now\": x}")), "line 2, column 9"),
          "a text that is no JSON");
    check(failed_at(ssbroute_decide(oracle, TEXT("{}\0")), "line 1, column 3"), "a zero byte is no end");
    ssbroute_oracle_free(oracle);
}

static void test_routing_tables(void) {
    char const script[] = "USE Sales;\nCREATE ROUTE R WITH ADDRESS = 'TCP://host2';\n";
    char const options[] = "{\"name\": \"routes.sql\", \"now\": \"2026-01-01T00:00:00Z\", \"lenient\": true}";
    check(contains(ssbroute_import_sql(script, strlen(script), options, strlen(options)),
                   "\"address\":\"TCP://host2\""),
          "a script is imported");
    check(contains(ssbroute_lint(TEXT("{\"databases\": [{\"name\": \"msdb\", \"routes\": [{\"name\": \"R\","
                                      " \"address\": \"TCP://host2\"}]}]}"),
                                 NULL, 0),
                   "\"id\":\"port-missing\""),
          "a finding");
    check(
        contains(ssbroute_emit_sql(TEXT("{\"databases\": [{\"name\": \"msdb\"}]}"), NULL, 0), "{\"text\":\""),
        "a script is written");
    check(contains(ssbroute_import_sql(TEXT(":r other.sql"), NULL, 0), "here none can be read"),
          "other files are not read");
    check(is_wrong(ssbroute_lint(TEXT("{\"databases\": {}}"), NULL, 0), "/databases",
                   "/databases: expected an array, found an object"),
          "an instance that is none");
}

static void test_failure(void) {
    check(ssbroute_result_status(NULL) == SSBROUTE_FAILED, "no result is a failure");
    check(ssbroute_result_size(NULL) == strlen(ssbroute_result_text(NULL)), "which has a text");
    check(strcmp(ssbroute_result_where(NULL), "") == 0, "and no place");
    ssbroute_result_free(NULL);
}

int main(void) {
    test_versions();
    test_oracles();
    test_wrong_input();
    test_routing_tables();
    check(contains(ssbroute_rules(), "{\"id\":\"MATCH-2\",\"text\":\""), "the rules");
    test_failure();
    printf("1..%d\n", checks);
    return failures == 0 ? 0 : 1;
}
