/*
 * The C interface of ssbroute: JSON in, JSON out.
 *
 * - Texts are UTF-8, given with their size in bytes; they need not end in a zero byte.
 * - Every question gives a result, which the caller frees. No function throws, ends the program or writes to
 *   standard output or error. No function reads a file.
 * - What is given to one call may be freed after it. An oracle may be asked by several threads at once.
 * - This header's interface version counts up when something that was there changes its meaning or goes;
 *   what is only added leaves it as it is.
 */
#ifndef SSBROUTE_H
#define SSBROUTE_H

#include <stddef.h>

#if defined(__EMSCRIPTEN__)
#define SSBROUTE_API __attribute__((used, visibility("default")))
#elif defined(__GNUC__)
#define SSBROUTE_API __attribute__((visibility("default")))
#else
#define SSBROUTE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface; ssbroute_interface_version() is that of the library that is loaded. */
#define SSBROUTE_INTERFACE_VERSION 1

SSBROUTE_API int ssbroute_interface_version(void);
/* The version of ssbroute, such as "0.1.0". */
SSBROUTE_API char const* ssbroute_version(void);

/* --- results --- */

typedef struct ssbroute_result ssbroute_result;

typedef enum ssbroute_status {
    SSBROUTE_DONE = 0,        /* the text is the answer */
    SSBROUTE_WRONG_INPUT = 1, /* the text says what is wrong with the input, and where */
    SSBROUTE_FAILED = 2       /* there is no answer: memory did not suffice, or the library has a defect */
} ssbroute_status;

/* A null pointer is a result too: that of a question that failed. */
SSBROUTE_API ssbroute_status ssbroute_result_status(ssbroute_result const* result);
/* The text, with a zero byte behind it, and its size without that. */
SSBROUTE_API char const* ssbroute_result_text(ssbroute_result const* result);
SSBROUTE_API size_t ssbroute_result_size(ssbroute_result const* result);
/* Where the input is wrong: a JSON pointer, or line and column; empty for the whole. */
SSBROUTE_API char const* ssbroute_result_where(ssbroute_result const* result);
/* Frees a result with its texts; a null pointer is passed over. */
SSBROUTE_API void ssbroute_result_free(ssbroute_result* result);

/* --- scenarios --- */

/* How scenarios are answered. */
typedef struct ssbroute_oracle ssbroute_oracle;

/*
 * Makes an oracle. Options are JSON, or of size 0:
 * {"readings": {"absent-service-outgoing": "drop"}, "contested": false}
 * makes answers to readings the preferred ones, and leaves out what only other answers permit.
 * *oracle is null if the result is not SSBROUTE_DONE.
 */
SSBROUTE_API ssbroute_result* ssbroute_oracle_new(char const* options, size_t options_size,
                                                  ssbroute_oracle** oracle);
SSBROUTE_API void ssbroute_oracle_free(ssbroute_oracle* oracle);

/* {"permitted": [...], "contested": [...]} for a scenario (spec/schema/scenario.schema.json). */
SSBROUTE_API ssbroute_result* ssbroute_decide(ssbroute_oracle const* oracle, char const* scenario,
                                              size_t scenario_size);
/* The same, each outcome with its trace, why_not and transmission_status. */
SSBROUTE_API ssbroute_result* ssbroute_explain(ssbroute_oracle const* oracle, char const* scenario,
                                               size_t scenario_size);
/*
 * One way of the process, on which the preferred answers to readings hold. Options are JSON, or of size 0:
 * {"picks": [1, 0]}
 * names the alternative that is taken at each choice that the documents grant, and the first where none is
 * named.
 * {"outcome": {...}, "choices": [{"rule", "alternatives", "pick"}], "trace", "why_not",
 * "transmission_status"}.
 */
SSBROUTE_API ssbroute_result* ssbroute_follow(ssbroute_oracle const* oracle, char const* scenario,
                                              size_t scenario_size, char const* options, size_t options_size);
/* That way, drawn: the text of a picture. Options: {"picks": [1, 0], "format": "svg"}, or "mmd", or "dot". */
SSBROUTE_API ssbroute_result* ssbroute_picture(ssbroute_oracle const* oracle, char const* scenario,
                                               size_t scenario_size, char const* options,
                                               size_t options_size);

/* --- routing tables --- */

/*
 * T-SQL scripts, exports of catalog views, or JSON (an import, an instance, a scenario). Options are JSON, or
 * of size 0; "now" is what LIFETIME counts from, and the system's clock if it is not given.
 */

/* An import (spec/schema/import.schema.json). Options: {"name": "routes.sql", "instance": "Server1",
 * "database": "Sales", "now": "2026-01-01T00:00:00Z", "variables": {"Host": "host1"}, "lenient": true}. */
SSBROUTE_API ssbroute_result* ssbroute_import_sql(char const* text, size_t text_size, char const* options,
                                                  size_t options_size);
/* {"text": "CREATE ROUTE ...", "left_out": [...]}. Options: {"now": "2026-01-01T00:00:00Z"}. */
SSBROUTE_API ssbroute_result* ssbroute_emit_sql(char const* text, size_t text_size, char const* options,
                                                size_t options_size);
/* Findings (spec/schema/findings.schema.json). Options: {"now": "2026-01-01T00:00:00Z", "soon": 7,
 * "ignore": ["open-relay"]}. */
SSBROUTE_API ssbroute_result* ssbroute_lint(char const* text, size_t text_size, char const* options,
                                            size_t options_size);

/* --- the specification --- */

/* {"rules": [{"id", "text", "details"}], "readings": [{"id", "text", "details", "answers": [...]}]}. */
SSBROUTE_API ssbroute_result* ssbroute_rules(void);

#ifdef __cplusplus
}
#endif

#endif
