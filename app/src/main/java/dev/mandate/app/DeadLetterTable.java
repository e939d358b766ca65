package dev.mandate.app;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.outbox.DeadLetter;
import io.vavr.collection.Array;
import java.io.PrintWriter;

/** Prints dead letters as a table for people, one in a line. */
final class DeadLetterTable {

    private static final Array<String> HEAD =
            Array.of("number", "topic", "stream", "tries", "sent", "given up", "last reason");

    private DeadLetterTable() {}

    static void print(PrintWriter out, Array<DeadLetter> letters, UnixTime now) {
        if (letters.isEmpty()) {
            out.println("No dead letters.");
            return;
        }
        TextTable.print(out, letters.map(letter -> cells(letter, now)).prepend(HEAD));
        out.println();
        out.println((letters.size() == 1 ? "1 dead letter." : letters.size() + " dead letters.")
                + " Each holds up those behind it: mandate dead-letters retry NUMBER, or discard NUMBER.");
    }

    private static Array<String> cells(DeadLetter letter, UnixTime now) {
        return Array.of(
                Long.toString(letter.message().number()),
                letter.message().message().topic(),
                letter.message().message().stream().toString(),
                Integer.toString(letter.attempts()),
                age(letter.message().recordedAt(), now),
                age(letter.buriedAt(), now),
                letter.reason().isEmpty() ? "-" : printable(letter.reason()));
    }

    /** Returns the age in the largest unit only, rounded down: 90 minutes are an hour. */
    static String age(UnixTime since, UnixTime now) {
        long seconds = Math.max(0, now.secondsSince(since));
        if (seconds < 60) {
            return seconds + " s ago";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min ago";
        }
        return seconds < 86_400 ? seconds / 3_600 + " h ago" : seconds / 86_400 + " d ago";
    }

    /** Stored text must not send control characters to the terminal. */
    private static String printable(String text) {
        return text.replaceAll("\\p{C}+", " ");
    }
}
