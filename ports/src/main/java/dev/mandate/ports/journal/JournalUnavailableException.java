package dev.mandate.ports.journal;

/**
 * The store behind the journal gave no answer. An exception and not a refusal: no decision follows from it, and whoever
 * called can only stop and let the request be repeated.
 */
public sealed class JournalUnavailableException extends RuntimeException permits JournalDamagedException {

    private static final long serialVersionUID = 1L;

    /** What is known of the commit that met the fault. */
    public enum Effect {
        /** Nothing was written; also for reads. */
        NONE,
        /**
         * Whether the commit took effect is not known. Its idempotency record, or the version of a stream that it appended
         * to, tells; to be asked before anything is decided again.
         */
        UNKNOWN
    }

    private final Effect effect;

    /**
     * A fault of the store.
     *
     * @param detail for the operator; holds no secret
     */
    public JournalUnavailableException(Effect effect, String detail, Throwable cause) {
        super(detail, cause);
        this.effect = effect;
    }

    JournalUnavailableException(Effect effect, String detail) {
        super(detail);
        this.effect = effect;
    }

    /** The same fault for another thread that waits for its effect, with the stack of that thread. */
    public JournalUnavailableException again() {
        return new JournalUnavailableException(effect, String.valueOf(getMessage()), this);
    }

    /** What is known of the commit that met the fault. */
    public Effect effect() {
        return effect;
    }
}
