// The least that any program on this protocol does: parses each line and prints it again.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

int main() {
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);)
        std::cout << nlohmann::json::parse(line).dump() << "\n";
}
