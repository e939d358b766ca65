package dev.mandate.app.histories;

import dev.mandate.app.histories.ChainLog.Sender;
import dev.mandate.domain.chain.Signature;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import tools.jackson.databind.node.ObjectNode;

/** What was told of submissions, beside what the chain has of them. */
final class SubmissionsTold {

    private SubmissionsTold() {}

    /** What is wrong: each is told as sent once, then as decided once, and as the chain has it. */
    static Array<String> problems(Array<ObjectNode> events, Map<Signature, Sender> landed) {
        Array<ObjectNode> told = events.filter(event -> ToldHistory.type(event).startsWith("submission."));
        Array<String> ofEach = told.groupBy(event -> event.at("/data/submission_id").stringValue()).toArray().flatMap(each -> {
            Array<String> steps = each._2.map(ToldHistory::type).remove("submission.stuck");
            boolean hasLanded = landed.keySet().exists(signature -> signature.toString().equals(signature(each._2.last())));
            boolean isRight = steps.length() == 2
                    && steps.head().equals("submission.sent")
                    && (hasLanded ? steps.last().equals("submission.confirmed") : Array.of("submission.failed", "submission.expired").contains(steps.last()));
            return isRight ? Array.<String>empty() : Array.of(each._1 + " " + signature(each._2.last()) + (hasLanded ? " landed: " : " did not land: ") + steps);
        });
        Array<String> known = told.map(SubmissionsTold::signature);
        return ofEach.appendAll(landed.filterValues(sender -> sender == Sender.SERVER).keySet().toArray()
                .map(Signature::toString)
                .reject(known::contains)
                .map(signature -> signature + " landed, and nothing is told"));
    }

    private static String signature(ObjectNode event) {
        return event.at("/data/transaction_signature").asString();
    }
}
