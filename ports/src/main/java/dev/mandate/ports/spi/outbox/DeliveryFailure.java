package dev.mandate.ports.spi.outbox;

/** Why a message was not delivered. The names are those of mail (RFC 3463). */
public sealed interface DeliveryFailure {

    /** The maximum length of a reason, in characters. */
    int MAX_REASON = 500;

    /**
     * The reason for lists and logs that the operator reads: one line of at most {@link #MAX_REASON} characters. It contains no
     * part of the message and no secret.
     */
    String reason();

    /** A later attempt may succeed: for example the receiver did not answer or was too busy. */
    record Transient(String reason) implements DeliveryFailure {
        public Transient {
            reason = oneLine(reason);
        }
    }

    /**
     * A service of the operator's own that every such message needs is away, for example the key vault. However long that lasts, the pauses stay as after
     * the first try, and the message does not become a dead letter. For topics whose messages are tried without an end.
     */
    record Waiting(String reason) implements DeliveryFailure {
        public Waiting {
            reason = oneLine(reason);
        }
    }

    /** A later attempt will fail, too: for example the receiver does not exist or refused the content. */
    record Permanent(String reason) implements DeliveryFailure {
        public Permanent {
            reason = oneLine(reason);
        }
    }

    /** Reasons appear on terminals, which interpret control characters. */
    private static String oneLine(String text) {
        String cut = text.substring(0, Math.min(text.length(), MAX_REASON));
        return cut.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]+", " ").strip();
    }
}
