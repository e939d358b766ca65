package dev.mandate.app.histories;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An account as a client knows it that reads nothing but its events.
 *
 * @param transactions by their indexes, as told last; those that are closed are gone
 */
record FoldedAccount(Option<JsonNode> settings, Map<Long, ObjectNode> transactions, Array<Long> closed, Map<String, JsonNode> limits, Array<String> gone) {

    /** What a later change of the settings, or time, makes of a transaction without an event of its own; and the members of events alone. */
    private static final Array<String> NOT_FOLDED = Array.of(
            "by", "transaction_signature", "submission_id", "stale", "may_still_vote", "executable_at", "content", "warnings", "proposer");

    static FoldedAccount of(Array<ObjectNode> events) {
        return events.foldLeft(
                new FoldedAccount(Option.none(), LinkedHashMap.empty(), Array.empty(), LinkedHashMap.empty(), Array.empty()), FoldedAccount::after);
    }

    private FoldedAccount after(ObjectNode event) {
        ObjectNode data = (ObjectNode) event.get("data");
        return switch (ToldHistory.type(event)) {
            case "account.settings_changed" -> new FoldedAccount(Option.some(data.get("after")), transactions, closed, limits, gone);
            case "transaction.closed" -> new FoldedAccount(
                    settings, transactions.remove(index(data)), closed.append(index(data)), limits, gone);
            case "limit.removed", "limit.replaced" -> new FoldedAccount(
                    settings, transactions, closed, limits.remove(limit(data)), gone.append(limit(data)));
            case String type when type.startsWith("transaction.") -> data.has("status")
                    ? new FoldedAccount(settings, transactions.put(index(data), data), closed, limits, gone)
                    : this;
            case String type when type.startsWith("limit.") -> new FoldedAccount(settings, transactions, closed, limits.put(limit(data), data), gone);
            default -> this;
        };
    }

    private static long index(JsonNode data) {
        return data.get("transaction_index").longValue();
    }

    private static String limit(JsonNode data) {
        return data.get("spending_limit_address").stringValue();
    }

    /** How it differs from what the server answers now. */
    Array<String> differences(HistoryRun run, Address account) throws InterruptedException {
        String path = "/api/v1/smart-accounts/" + account;
        ObjectNode read = run.get(path);
        Array<String> found = settings.toArray().flatMap(told -> Array.of(
                        "smart_account_signers", "threshold", "time_lock", "admin_address", "rent_collector", "stale_transaction_index")
                .filter(name -> read.has(name) && !read.get(name).equals(told.get(name)))
                .map(name -> account + " " + name + " is " + read.get(name) + ", told " + told.get(name)));
        for (var transaction : transactions) {
            ObjectNode there = run.get(path + "/transactions/" + transaction._1);
            found = found.appendAll(Array.ofAll(transaction._2.propertyNames()).removeAll(NOT_FOLDED)
                    .filter(name -> !transaction._2.get(name).equals(there.get(name)))
                    .map(name -> account + " transaction " + transaction._1 + " " + name + " is " + there.get(name) + ", told " + transaction._2.get(name)));
        }
        for (long index : closed) {
            ObjectNode there = run.get(path + "/transactions/" + index);
            found = found.appendAll(Option.when(there.has("status"), () -> account + " transaction " + index + " is there, told closed"));
        }
        for (var limit : limits) {
            JsonNode there = run.get(path + "/spending-limits/" + limit._1);
            found = found.appendAll(Array.of("amount", "remaining_amount", "period", "spending_limit_signers", "destinations")
                    .filter(name -> !limit._2.path(name).equals(there.path(name)))
                    .map(name -> account + " limit " + limit._1 + " " + name + " is " + there.path(name) + ", told " + limit._2.path(name)));
        }
        return found;
    }
}
