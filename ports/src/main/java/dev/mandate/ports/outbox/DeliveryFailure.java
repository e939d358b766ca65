package dev.mandate.ports.outbox;

/** Why a message was not delivered. The names are those of mail (RFC 3463). */
public sealed interface DeliveryFailure {

    /** The most characters that a reason keeps. */
    int MAX_REASON = 500;

    /**
     * For the operator, who reads it in lists and logs: one line of at most {@link #MAX_REASON} characters. It must hold
     * nothing of the message, and no secret.
     */
    String reason();

    /** A later attempt may succeed: no answer, too busy. */
    record Transient(String reason) implements DeliveryFailure {
        public Transient {
            reason = oneLine(reason);
        }
    }

    /** A later attempt will fail too: no such receiver, content refused. */
    record Permanent(String reason) implements DeliveryFailure {
        public Permanent {
            reason = oneLine(reason);
        }
    }

    /** The reason is shown on terminals, which interpret control characters. */
    private static String oneLine(String text) {
        String cut = text.substring(0, Math.min(text.length(), MAX_REASON));
        return cut.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]+", " ").strip();
    }
}
