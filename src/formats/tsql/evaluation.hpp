// What expressions and conditions of T-SQL come to, as far as that is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/catalogue/server.hpp"
#include "formats/tsql/statement.hpp"

namespace ssbroute::formats {

/// How much may still be done. A script that executes itself over and over has to end somewhere.
class Work {
public:
    explicit Work(std::size_t amount) : left_(amount) {}

    /// Whether that much was left. Once it was not, nothing is.
    bool take(std::size_t amount) {
        left_ = amount <= left_ && !spent_ ? left_ - amount : 0;
        spent_ = spent_ || left_ == 0;
        return !spent_;
    }
    [[nodiscard]] bool is_spent() const { return spent_; }

private:
    std::size_t left_;
    bool spent_ = false;
};

struct Value {
    enum class Kind : std::uint8_t { text, number, null, not_known };

    Kind kind = Kind::not_known;
    std::string text = {};

    friend bool operator==(Value const&, Value const&) = default;
};

/// By their names with the `@`, in lower case.
using Variables = std::unordered_map<std::string, Value>;

/// Of a condition: as SQL knows it (null: as a comparison with NULL), or not known here.
enum class Truth : std::uint8_t { no, yes, null, not_known };

/// Evaluates in the state that a server, a current database and variables are in.
///
/// Texts are compared as under the server's default collation: without regard to case (ASCII) and to trailing
/// spaces; names of services with regard to case, as their columns are.
class Evaluation {
public:
    /// All of them must outlive it.
    Evaluation(Server& server, std::string const& database, Variables const& variables, Work& work)
        : server_(server), database_(database), variables_(variables), work_(work) {}

    [[nodiscard]] Value value(Operand const& operand);
    [[nodiscard]] Value value(Expression const& expression);
    [[nodiscard]] Truth truth(Condition const& condition);

    /// Databases that a condition found missing of which nothing else is known.
    [[nodiscard]] std::vector<std::string> const& missed() const { return missed_; }
    /// Databases that a condition looked into for the first time, and that were therefore assumed.
    [[nodiscard]] std::vector<std::string> const& assumed() const { return assumed_; }

private:
    Value sum(std::vector<Operand> const& operands);
    Truth exists(CatalogueQuery const& query);
    Truth exists_route(CatalogueQuery const& query);
    Truth exists_service(CatalogueQuery const& query);
    Truth exists_database(CatalogueQuery const& query);
    Truth exists_endpoint(CatalogueQuery const& query);
    Truth compare(ComparisonOfValues const& comparison);
    bool has_database(std::string const& database);
    // The database that a query looks into.
    std::string database_of(CatalogueQuery const& query);

    Server& server_;
    std::string const& database_;
    Variables const& variables_;
    Work& work_;
    std::vector<std::string> missed_;
    std::vector<std::string> assumed_;
};

}  // namespace ssbroute::formats
