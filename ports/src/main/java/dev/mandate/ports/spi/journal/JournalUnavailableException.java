package dev.mandate.ports.spi.journal;

/**
 * The store behind the journal failed. This is an exception and not a refusal, because no decision follows from it. The caller
 * can only stop and let the client repeat the request.
 */
public sealed class JournalUnavailableException extends RuntimeException permits JournalDamagedException {

    private static final long serialVersionUID = 1L;

    /** Whether the commit that met the fault took effect. */
    public enum Effect {
        /** Nothing was written. Reads have this effect, too. */
        NONE,
        /**
         * It is unknown whether the commit took effect. Look up its idempotency record, or the version of a stream that it
         * appended to, before any new decision.
         */
        UNKNOWN
    }

    private final Effect effect;

    /**
     * A fault of the store.
     *
     * @param detail for the operator; contains no secret
     */
    public JournalUnavailableException(Effect effect, String detail, Throwable cause) {
        super(detail, cause);
        this.effect = effect;
    }

    /** The same without a cause, such as the use of a closed store. */
    public JournalUnavailableException(Effect effect, String detail) {
        super(detail);
        this.effect = effect;
    }

    /** The same fault for another thread that waits for the same result. The new exception has that thread's stack. */
    public JournalUnavailableException again() {
        return new JournalUnavailableException(effect, String.valueOf(getMessage()), this);
    }

    /** Whether the commit that met the fault took effect. */
    public Effect effect() {
        return effect;
    }
}
