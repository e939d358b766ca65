package dev.mandate.app.histories;

import dev.mandate.app.histories.AccountLog.Change;
import dev.mandate.app.histories.ChainLog.Landing;
import dev.mandate.app.histories.ChainLog.Sender;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Iterator;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The events of one account, and what the chain has of it, in one form, so that both can be compared. */
final class ToldHistory {

    private static final String SOL = "11111111111111111111111111111111";

    private static final String SETTINGS = "account.settings_changed";

    private ToldHistory() {}

    /**
     * A line for each change, in the order of the chain. Those of one transaction are sorted: nobody says in which order its instructions
     * are told of different things.
     */
    static Array<String> expected(Array<Change> changes) {
        return runs(changes.map(change -> new Line(
                change.landing().map(Landing::number).getOrElse(0),
                change.type().equals("transfer")
                        ? (change.amount() < 0 ? "transfer.out " : "transfer.in ") + change.subject() + " " + Math.abs(change.amount())
                        : change.type() + " " + change.subject() + change.by().map(by -> " by " + by).getOrElse(""),
                change.landing().exists(landing -> landing.sender() == Sender.SERVER) ? "here" : "elsewhere")));
    }

    /**
     * The same of events. A change of settings names no transaction: it is taken for the next one that is expected.
     *
     * @param landings the numbers of transactions by their signatures
     */
    static Array<String> told(Array<ObjectNode> events, Map<String, Integer> landings, Array<Change> expected) {
        Iterator<Integer> settings = expected.filter(change -> change.type().equals(SETTINGS)).flatMap(Change::landing).map(Landing::number).iterator();
        return runs(summed(events.filter(ToldHistory::isOfTheChain)).map(event -> new Line(
                type(event).equals(SETTINGS) && settings.hasNext() ? settings.next() : landings.getOrElse(signature(event), 0),
                text(event),
                event.get("origin").stringValue())));
    }

    private record Line(int landing, String text, String origin) {

        @Override
        public String toString() {
            return "#" + landing + " " + text + " " + origin;
        }
    }

    private static Array<String> runs(Array<Line> lines) {
        Array<Line> left = lines;
        Array<String> sorted = Array.empty();
        while (left.nonEmpty()) {
            int landing = left.head().landing();
            Array<Line> run = left.takeWhile(line -> line.landing() == landing);
            sorted = sorted.appendAll(run.map(Line::toString).sorted());
            left = left.drop(run.length());
        }
        return sorted;
    }

    /** What tells of the account on the chain, once. */
    private static boolean isOfTheChain(ObjectNode event) {
        String type = type(event);
        return !type.equals("transfer.finalized")
                && (type.startsWith("transaction.") || type.startsWith("transfer.") || type.startsWith("limit.") || type.equals(SETTINGS));
    }

    /** Of several transfers of a token by one transaction their sum. */
    private static Array<ObjectNode> summed(Array<ObjectNode> events) {
        Array<ObjectNode> summed = Array.empty();
        for (ObjectNode event : events) {
            Option<ObjectNode> same = summed.lastOption().filter(last -> isTransfer(last)
                    && isTransfer(event)
                    && signature(last).equals(signature(event))
                    && token(last).equals(token(event)));
            summed = same.map(last -> sum(last, event)).map(summed.dropRight(1)::append).getOrElse(summed.append(event));
        }
        return summed.reject(event -> isTransfer(event) && amount(event) == 0);
    }

    private static ObjectNode sum(ObjectNode one, ObjectNode other) {
        long amount = amount(one) + amount(other);
        ObjectNode sum = one.deepCopy();
        ((ObjectNode) sum.get("data")).put("amount", Long.toString(Math.abs(amount)));
        return sum.put("type", amount < 0 ? "transfer.out" : "transfer.in");
    }

    private static boolean isTransfer(ObjectNode event) {
        return type(event).equals("transfer.in") || type(event).equals("transfer.out");
    }

    private static String token(ObjectNode event) {
        return event.at("/data/token_address").stringValue();
    }

    private static long amount(ObjectNode event) {
        long amount = Long.parseLong(event.at("/data/amount").stringValue());
        return type(event).equals("transfer.out") ? -amount : amount;
    }

    static String type(ObjectNode event) {
        return event.get("type").stringValue();
    }

    private static String signature(ObjectNode event) {
        return event.at("/data/transaction_signature").asString("");
    }

    private static String text(ObjectNode event) {
        JsonNode data = event.get("data");
        String type = type(event);
        if (isTransfer(event)) {
            return type + " " + (token(event).equals(SOL) ? "SOL" : "tokens") + " " + data.get("amount").stringValue();
        }
        if (type.equals(SETTINGS)) {
            JsonNode after = data.get("after");
            return type + " " + after.get("threshold").intValue() + " of " + after.get("smart_account_signers").size() + ", "
                    + after.get("time_lock").intValue() + " s";
        }
        return type.startsWith("limit.")
                ? type + " " + data.get("spending_limit_address").stringValue()
                : type + " " + data.get("transaction_index").longValue() + (type.equals("transaction.voted") ? " by " + data.path("by").asString("nobody") : "");
    }

    /** The account is told first, and once. Then the order within the life of each transaction. What is wrong with it. */
    static Option<String> disorder(Array<ObjectNode> events) {
        Array<String> types = events.map(ToldHistory::type);
        Array<String> had = types.filter(type -> type.equals("account.created") || type.equals("account.imported"));
        if (had.length() != 1 || events.takeWhile(event -> !had.contains(type(event))).exists(ToldHistory::isOfTheChain)) {
            return Option.some("the tenant got it as " + had + " in " + types);
        }
        Map<Long, Array<String>> lives = events.filter(event -> type(event).startsWith("transaction."))
                .groupBy(event -> event.at("/data/transaction_index").longValue())
                .mapValues(of -> of.map(ToldHistory::type).removeAll(Array.of("transaction.stale", "transaction.voted")));
        Map<String, Integer> rank = HashMap.of(
                "transaction.proposed", 1,
                "transaction.approved", 2,
                "transaction.executable", 3,
                "transaction.rejected", 4,
                "transaction.executed", 4,
                "transaction.cancelled", 4,
                "transaction.closed", 5);
        return lives.toArray()
                .find(life -> !life._2.equals(life._2.sortBy(type -> rank.get(type).get())) || life._2.distinct().length() < life._2.length())
                .map(Object::toString);
    }
}
