package dev.mandate.app;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.outbox.DeadLetter;
import io.vavr.collection.Array;
import java.io.PrintWriter;

/** Dead letters as a person reads them: one a line, columns as wide as what stands in them. */
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

    /** The largest unit alone, rounded down: 90 minutes are an hour. */
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

    /** Whatever stands in the store, it does not speak to the terminal. */
    private static String printable(String text) {
        return text.replaceAll("\\p{C}+", " ");
    }
}
