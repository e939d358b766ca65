package dev.mandate.engine.audit;

import dev.mandate.ports.spi.audit.AnchoredCheckpoint;
import dev.mandate.ports.spi.audit.AnchoredEvent;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * What a journal does not have, as far as an anchor remembers it.
 *
 * @param common the last checkpoint that journal and anchor both have
 * @param checkpoints those of the anchor that are not in the journal, in order
 * @param newest the newest event of the anchor, if it is not in the journal
 * @param beside how many events of each stream kind the journal has after {@code common}
 */
public record LostRecords(
        Option<AnchoredCheckpoint> common, Seq<AnchoredCheckpoint> checkpoints, Option<AnchoredEvent> newest, Map<String, Long> beside) {

    /** The description for the operator: one line. */
    public String text() {
        return missing()
                + common.map(last -> "The last checkpoint that both have is " + name(last) + ", at position " + last.position() + ". ")
                        .getOrElse("They have no checkpoint in common. ")
                + checkpoints.lastOption()
                        .map(last -> "Committed after it, and missing or older now: " + counts(checkpoints.map(AnchoredCheckpoint::events)
                                        .foldLeft(HashMap.<String, Long>empty(), (all, more) -> all.merge(more, Long::sum)))
                                + " until " + last.signedAt() + ", and whatever followed. ")
                        .getOrElse("Whatever was committed after it may be missing or older. ")
                + (beside.isEmpty() ? "The journal has nothing after it" : "The journal has after it: " + counts(beside));
    }

    private String missing() {
        return checkpoints.lastOption()
                .map(last -> "checkpoint " + name(last) + " is not in the journal. ")
                .orElse(() -> newest.map(event -> "event " + event.head().version() + " of " + event.head().stream() + " at position "
                        + event.position() + ", committed at " + event.recordedAt() + ", is not in the journal. "))
                .getOrElse("");
    }

    private static String name(AnchoredCheckpoint checkpoint) {
        return checkpoint.number() + " of " + checkpoint.signedAt();
    }

    static String counts(Map<String, Long> events) {
        return events.values().sum() + " events ("
                + events.toArray().sortBy(of -> of._1).map(of -> of._2 + " of " + of._1).mkString(", ") + ")";
    }
}
